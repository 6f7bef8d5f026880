// Everything drawn by hand: hills, trees, ships, the rose, the frame; text becomes outlines.
import fs from 'node:fs';
import { createRequire } from 'node:module';
import opentype from 'opentype.js';

const require = createRequire(import.meta.url);
const font = (name) => opentype.parse(new Uint8Array(fs.readFileSync(require.resolve(name))).buffer);
const FONTS = {
  fell: font('@fontsource/im-fell-english/files/im-fell-english-latin-400-italic.woff'),
  uncial: font('@fontsource/uncial-antiqua/files/uncial-antiqua-latin-400-normal.woff'),
};

/** A random source that always draws the same map. */
export function dice(seed) {
  let state = seed;
  return () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
}

export const pathOf = (rings, close = true) =>
  rings
    .map(
      (ring) =>
        ring.map(([x, y], i) => `${i ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`).join('') + (close ? 'Z' : ''),
    )
    .join('');

/** A soft line through points (Catmull-Rom). */
export function softPath(points) {
  let d = `M${points[0].map((v) => v.toFixed(1)).join(' ')}`;
  for (let i = 0; i < points.length - 1; i++) {
    const [a, b, c, e] = [
      points[Math.max(0, i - 1)],
      points[i],
      points[i + 1],
      points[Math.min(points.length - 1, i + 2)],
    ];
    d +=
      'C' +
      [
        b[0] + (c[0] - a[0]) / 6,
        b[1] + (c[1] - a[1]) / 6,
        c[0] - (e[0] - b[0]) / 6,
        c[1] - (e[1] - b[1]) / 6,
        c[0],
        c[1],
      ]
        .map((v) => v.toFixed(1))
        .join(' ');
  }
  return d;
}

const outline = (commands) =>
  commands
    .map(
      ({ type, x1, y1, x2, y2, x, y }) =>
        type +
        [x1, y1, x2, y2, x, y]
          .filter((v) => v !== undefined)
          .map((v) => v.toFixed(2))
          .join(' '),
    )
    .join('');

/** Centred text as an outline, with letter spacing. */
export function lettering(text, { x, y, size, turn = 0, spacing = 0, face = 'fell', fill, opacity = 1, halo = null }) {
  const face_ = FONTS[face];
  let at = 0,
    d = '';
  for (const letter of text) {
    const glyph = face_.charToGlyph(letter);
    d += outline(glyph.getPath(at, 0, size).commands);
    at += (glyph.advanceWidth / face_.unitsPerEm) * size + spacing;
  }
  const place = `transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${turn}) translate(${(-(at - spacing) / 2).toFixed(1)} 0)"`;
  const ring = halo
    ? `<path d="${d}" ${place} fill="none" stroke="${halo}" stroke-width="4" stroke-linejoin="round" opacity=".6"/>`
    : '';
  return `${ring}<path d="${d}" ${place} fill="${fill}" opacity="${opacity}"/>`;
}

export function mountain(x, y, size, ink, rnd) {
  const h = size * (0.95 + rnd() * 0.5),
    w = size * (0.75 + rnd() * 0.35),
    k = (rnd() - 0.5) * w * 0.3;
  const ridge = `Q${-w * 0.5} ${-h * 0.5} ${k} ${-h}Q${w * 0.3} ${-h * 0.55} ${w} 0`;
  let hatch = '';
  for (let i = 0; i < 6; i++) {
    const t = 0.12 + i * 0.145,
      px = k + (w - k) * t * 0.85,
      py = -h * (1 - t);
    hatch += `M${px.toFixed(1)} ${py.toFixed(1)}l${(-w * (0.1 + 0.16 * (1 - t))).toFixed(1)} ${(h * (0.3 * (1 - t) + 0.14)).toFixed(1)}`;
  }
  return (
    `<g transform="translate(${x.toFixed(1)} ${y.toFixed(1)})"><path d="M${-w} 0${ridge}Z" fill="${ink.hill}"/>` +
    `<path d="M${k} ${-h}Q${w * 0.3} ${-h * 0.55} ${w} 0L${w * 0.25} 0Q${w * 0.25} ${-h * 0.4} ${k} ${-h}Z" fill="${ink.shade}" opacity=".42"/>` +
    `<path d="${hatch}" fill="none" stroke="${ink.ink}" stroke-width=".75" opacity=".75"/>` +
    `<path d="M${-w} 0${ridge}" fill="none" stroke="${ink.ink}" stroke-width="1.35" stroke-linecap="round"/>` +
    `<path d="M${k - w * 0.1} ${-h * 0.72}l${-w * 0.16} ${h * 0.24}" stroke="${ink.ink}" stroke-width=".7" fill="none" opacity=".6"/></g>`
  );
}

export const tree = (x, y, s, ink) =>
  `<g transform="translate(${x.toFixed(1)} ${y.toFixed(1)})"><path d="M0 0v${-s * 0.4}" stroke="${ink.ink}" stroke-width="1.2"/>` +
  `<path d="M${-s * 0.45} ${-s * 0.35}a${s * 0.3} ${s * 0.3} 0 0 1 ${s * 0.12} ${-s * 0.45}a${s * 0.34} ${s * 0.34} 0 0 1 ${s * 0.66} 0a${s * 0.3} ${s * 0.3} 0 0 1 ${s * 0.12} ${s * 0.45}z" fill="${ink.leaf}" stroke="${ink.leafInk}" stroke-width="1"/>` +
  `<path d="M${s * 0.1} ${-s * 0.42}q${s * 0.22} ${-s * 0.1} ${s * 0.2} ${-s * 0.3}M${s * 0.22} ${-s * 0.4}q${s * 0.16} ${-s * 0.06} ${s * 0.18} ${-s * 0.2}" stroke="${ink.leafInk}" stroke-width=".7" fill="none"/></g>`;

export const ship = (x, y, s, ink, flip = 1) =>
  `<g transform="translate(${x} ${y}) scale(${s * flip} ${s})" stroke="${ink.ink}" stroke-width="1.3" stroke-linejoin="round"><path d="M-28 -2q3 16 13 18h27q11 -2 17 -20l-7 -1l-2 5q-4 2 -9 2h-26q-4 0 -6 -3z" fill="${ink.shade}"/>` +
  `<path d="M-26 3q26 6 50 0M-22 8q22 5 42 0" fill="none" stroke-width=".8"/><path d="M-12 0V-36M6 1V-46" fill="none"/><path d="M-22 -31q17 6 19 25q-11 -4 -19 -2q5 -11 0 -23z" fill="${ink.paper}"/><path d="M-5 -41q22 6 24 34q-13 -6 -24 -3q6 -15 0 -31z" fill="${ink.paper}"/>` +
  `<path d="M7 -35v23M0 -24h15" stroke="${ink.accent}" stroke-width="2.6"/><path d="M6 -46q7 -4 13 0q-6 3 -13 2M-12 -36q5 -3 9 0q-4 2 -9 1.5" fill="${ink.accent}"/><path d="M-38 19q6 -5 12 0t12 0t12 0t12 0t12 0t12 0M-30 24q6 -4 12 0t12 0t12 0t12 0" fill="none" stroke="${ink.text}" stroke-width="1.1"/></g>`;

export const serpent = (x, y, s, ink) =>
  `<g transform="translate(${x} ${y}) scale(${s})" fill="${ink.leaf}" stroke="${ink.ink}" stroke-width="1.3" stroke-linejoin="round"><path d="M-62 8q8 -26 20 0z"/><path d="M-36 8q13 -40 30 0h-9q-6 -19 -13 0z"/><path d="M-1 8q15 -48 34 0h-10q-7 -25 -15 0z"/>` +
  `<path d="M38 8q-3 -36 14 -40q10 -4 19 4l11 2l-9 6q-8 4 -14 2q-8 4 -10 26z"/><path d="M52 -32l2 -7l3 6l4 -6l1 7" fill="${ink.accent}"/><circle cx="63" cy="-27" r="1.7" fill="${ink.ink}"/><path d="M-75 12q6 -5 12 0t12 0t12 0t12 0t12 0t12 0t12 0t12 0t12 0t12 0t12 0" fill="none" stroke="${ink.text}"/></g>`;

export function rose(x, y, r, ink) {
  let s = `<g transform="translate(${x} ${y})"><circle r="${r * 0.86}" fill="${ink.paper}" opacity=".28"/>`;
  for (let i = 0; i < 32; i++)
    s += `<path d="M0 ${-r * 0.8}V${-r * (i % 2 ? 0.77 : 0.74)}" transform="rotate(${i * 11.25})" stroke="${ink.ink}" stroke-width=".9"/>`;
  for (const i of [1, 3, 5, 7, 9, 11, 13, 15, 2, 6, 10, 14, 0, 4, 8, 12]) {
    const length = i % 4 === 0 ? r : i % 2 === 0 ? r * 0.74 : r * 0.48;
    s += `<g transform="rotate(${i * 22.5})"><path d="M0 ${-length}L${r * 0.1} ${-r * 0.17}L0 0Z" fill="${ink.ink}"/><path d="M0 ${-length}L${-r * 0.1} ${-r * 0.17}L0 0Z" fill="${i % 4 === 0 ? ink.accent : ink.paper}" stroke="${ink.ink}" stroke-width=".8"/></g>`;
  }
  s += `<circle r="${r * 0.16}" fill="${ink.gold}" stroke="${ink.ink}"/><circle r="${r * 0.07}" fill="${ink.accent}"/><circle r="${r * 0.8}" fill="none" stroke="${ink.ink}" stroke-width="1"/><circle r="${r * 0.72}" fill="none" stroke="${ink.ink}" stroke-width=".5"/>`;
  // A lily for the north.
  s += `<g transform="translate(0 ${-r - 4}) scale(${r / 70})" fill="${ink.accent}" stroke="${ink.ink}" stroke-width="1"><path d="M0 -22q7 8 4 17h-8q-3 -9 4 -17z"/><path d="M4 -5q3 -11 10 -10q5 2 2 7q-1 -4 -4 -3q-3 1 -4 6zM-4 -5q-3 -11 -10 -10q-5 2 -2 7q1 -4 4 -3q3 1 4 6z"/><path d="M-7 -5h14v3h-14z"/></g>`;
  return `${s}</g>`;
}

/** A painted plate for the title of the sheet. */
export function cartouche(x, y, w, h, title, line, ink) {
  const scroll = (fx, fy) =>
    `<g transform="translate(${fx > 0 ? w : 0} ${fy > 0 ? h : 0}) scale(${fx} ${fy})"><path d="M-2 30q-18 -2 -18 -16q0 -14 15 -14q11 0 11 10q0 7 -7 7q-5 0 -5 -5" fill="none" stroke="${ink.ink}" stroke-width="2.2" stroke-linecap="round"/></g>`;
  return (
    `<g transform="translate(${x} ${y})"><path d="M4 8h${w}v${h}H4z" fill="${ink.shadow}" opacity=".35"/><path d="M0 14q10 -2 14 -14h${w - 28}q4 12 14 14v${h - 28}q-10 2 -14 14H14q-4 -12 -14 -14z" fill="${ink.paper}" stroke="${ink.ink}" stroke-width="2.6"/>` +
    `<path d="M8 19q9 -3 11 -11h${w - 38}q3 8 11 11v${h - 38}q-8 3 -11 11H19q-2 -8 -11 -11z" fill="none" stroke="${ink.accent}" stroke-width="1.1"/>${scroll(-1, 1)}${scroll(1, 1)}${scroll(-1, -1)}${scroll(1, -1)}` +
    lettering(title, {
      x: w / 2,
      y: h * 0.48,
      size: Math.min(h * 0.36, (w * 1.5) / title.length),
      face: 'uncial',
      fill: ink.accent,
    }) +
    lettering(line, { x: w / 2, y: h * 0.79, size: h * 0.19, fill: ink.ink }) +
    `<path d="M${w * 0.2} ${h * 0.58}H${w * 0.44}M${w * 0.56} ${h * 0.58}H${w * 0.8}" stroke="${ink.ink}" stroke-width="1"/><path d="M${w / 2} ${h * 0.58 - 6}l6 6l-6 6l-6 -6z" fill="${ink.gold}" stroke="${ink.ink}"/></g>`
  );
}

/** The frame: a scale of degrees, gilt lines and corner flowers. */
export function frame(width, height, ink) {
  const line = (inset, w, colour) =>
    `<rect x="${inset}" y="${inset}" width="${width - 2 * inset}" height="${height - 2 * inset}" fill="none" stroke="${colour}" stroke-width="${w}"/>`;
  const edge = `<path d="M0 0H${width}V${height}H0ZM34 34V${height - 34}H${width - 34}V34Z" fill="${ink.frame}" fill-rule="evenodd"/>`;
  let ticks = '';
  const nx = Math.round((width - 44) / 32),
    ny = Math.round((height - 44) / 32),
    sx = (width - 44) / nx,
    sy = (height - 44) / ny;
  for (let i = 0; i < nx; i += 2)
    for (const y of [22, height - 31])
      ticks += `<rect x="${(22 + i * sx).toFixed(1)}" y="${y}" width="${sx.toFixed(1)}" height="9"/>`;
  for (let i = 0; i < ny; i += 2)
    for (const x of [22, width - 31])
      ticks += `<rect x="${x}" y="${(22 + i * sy).toFixed(1)}" width="9" height="${sy.toFixed(1)}"/>`;
  const corner = (x, y, fx, fy) =>
    `<g transform="translate(${x} ${y}) scale(${fx} ${fy})"><path d="M0 0H52V52H0Z" fill="${ink.frame}" stroke="${ink.frameDark}" stroke-width="1.6"/><path d="M5 5H47V47H5Z" fill="none" stroke="${ink.gold}" stroke-width="1.2"/>` +
    `<g transform="translate(26 26)"><circle r="13" fill="none" stroke="${ink.frameDark}"/>${[0, 45, 90, 135, 180, 225, 270, 315].map((a) => `<path d="M0 0Q5 -8 0 -17Q-5 -8 0 0" transform="rotate(${a})" fill="${a % 90 ? ink.gold : ink.accent}" stroke="${ink.frameDark}" stroke-width=".8"/>`).join('')}<circle r="3.5" fill="${ink.paper}" stroke="${ink.frameDark}"/></g></g>`;
  return (
    `${edge}<g fill="${ink.frameDark}">${ticks}</g>${line(3, 2.4, ink.frameDark)}${line(11, 1.2, ink.gold)}${line(15, 0.8, ink.frameDark)}${line(22, 1.2, ink.frameDark)}${line(31, 1.2, ink.frameDark)}${line(35, 2.2, ink.frameDark)}` +
    corner(4, 4, 1, 1) +
    corner(width - 4, 4, -1, 1) +
    corner(4, height - 4, 1, -1) +
    corner(width - 4, height - 4, -1, -1)
  );
}
