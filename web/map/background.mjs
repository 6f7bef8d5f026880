// One sheet as SVG: sea, land, washes, relief, rivers, names of the seas, ships, frame.
import { geoGraticule } from 'd3-geo';
import { inside } from './lands.mjs';
import { cartouche, dice, frame, lettering, mountain, pathOf, rose, serpent, ship, softPath, tree } from './pen.mjs';
import { FORESTS, RANGES, RIVERS } from './relief.mjs';

/** Points along a line in the world, one every so many degrees. */
function along(line, every) {
  const out = [];
  for (let i = 0; i < line.length - 1; i++) {
    const [[a, b], [c, d]] = [line[i], line[i + 1]];
    const n = Math.max(1, Math.round(Math.hypot((c - a) * 0.7, d - b) / every));
    for (let k = 0; k < n; k++) out.push([a + ((c - a) * k) / n, b + ((d - b) * k) / n]);
  }
  return out;
}

function reliefOf(sheet, plane, land, ink, keepClear) {
  const rnd = dice(11);
  const glyphs = [];
  const free = ([x, y], room) =>
    x > 44 &&
    y > 50 &&
    x < sheet.width - 44 &&
    y < sheet.height - 44 &&
    inside([x, y], land) &&
    keepClear.every(([u, v, r]) => Math.hypot(u - x, v - (y - room * 0.4)) > r + room * 0.5);
  const unit = sheet.reliefScale ?? 1;
  for (const range of RANGES) {
    for (const [lon, lat] of along(range.line, range.every * unit)) {
      for (let row = 0; row < range.rows; row++) {
        const [x, y] = plane.place(lon, lat);
        const p = [x + (rnd() - 0.5) * 20, y + (rnd() - 0.5) * 16 + (row - (range.rows - 1) / 2) * range.size * 1.15];
        const size = range.size * (0.8 + rnd() * 0.4);
        if (free(p, size)) glyphs.push([p[1], mountain(p[0], p[1], size, ink, rnd)]);
      }
    }
  }
  for (const { line, count } of FORESTS) {
    for (let i = 0; i < count; i++) {
      const t = count > 1 ? i / (count - 1) : 0;
      const [x, y] = plane.place(
        line[0][0] + (line[1][0] - line[0][0]) * t,
        line[0][1] + (line[1][1] - line[0][1]) * t,
      );
      const p = [x + (rnd() - 0.5) * 26, y + (rnd() - 0.5) * 20];
      if (free(p, 10)) glyphs.push([p[1], tree(p[0], p[1], 14 + rnd() * 5, ink)]);
    }
  }
  return glyphs
    .sort((a, b) => a[0] - b[0])
    .map((glyph) => glyph[1])
    .join('');
}

function washesOf(provinces, colourOf, ink, glow) {
  return [...provinces.rings]
    .map(([id, rings], i) => {
      const d = pathOf(rings),
        colour = colourOf(id);
      return (
        `<clipPath id="w${i}"><path d="${d}" clip-rule="evenodd"/></clipPath><g clip-path="url(#w${i})"><path d="${d}" fill="${colour}" fill-opacity="${ink.wash}" fill-rule="evenodd"/>` +
        `<path d="${d}" fill="none" stroke="${colour}" stroke-opacity="${ink.glow}" stroke-width="${glow}" filter="url(#soft)"/></g>`
      );
    })
    .join('');
}

const rhumbs = (x, y) =>
  Array.from({ length: 32 }, (_, i) => {
    const a = (i * Math.PI) / 16;
    return `M${x} ${y}L${(x + 2400 * Math.cos(a)).toFixed(0)} ${(y + 2400 * Math.sin(a)).toFixed(0)}`;
  }).join('');

/** Small waves scattered over the sea. */
function waves(sheet, land, ink) {
  const rnd = dice(23);
  let d = '';
  for (let i = 0; i < 520; i++) {
    const x = 40 + rnd() * (sheet.width - 80),
      y = 40 + rnd() * (sheet.height - 80),
      w = 5 + rnd() * 5;
    if (inside([x, y], land)) continue;
    d += `M${x.toFixed(1)} ${y.toFixed(1)}q${w / 2} ${-w * 0.55} ${w} 0t${w} 0`;
  }
  return `<path d="${d}" fill="none" stroke="${ink.graticule}" stroke-width=".9" opacity=".42"/>`;
}

function graticuleOf(plane, { width, height }) {
  const near = ([x, y]) => x > -300 && y > -300 && x < width + 300 && y < height + 300;
  return geoGraticule()
    .step([5, 5])
    .extent([
      [-40, 15],
      [70, 75],
    ])()
    .coordinates.map((line) =>
      line
        .filter((_, i) => i % 2 === 0)
        .map(([lon, lat]) => plane.place(lon, lat))
        .filter(near),
    )
    .filter((line) => line.length > 1)
    .map(softPath)
    .join('');
}

export function backgroundOf(sheet, { plane, land, provinces, keepClear }, ink, colourOf) {
  const { width, height, decor } = sheet;
  const landD = pathOf(land);
  const coast = ink.ripple
    .map(
      (colour, i) =>
        `<path d="${landD}" fill="none" stroke="${colour}" stroke-width="${[40, 29, 18.5, 9][i]}" stroke-linejoin="round" opacity="${[0.35, 0.5, 0.65, 0.8][i]}"/>` +
        `<path d="${landD}" fill="none" stroke="${ink.sea}" stroke-width="${[37.6, 26.6, 16.2, 7][i]}" stroke-linejoin="round"/>`,
    )
    .join('');
  const rivers = RIVERS.map((line) => softPath(line.map(([lon, lat]) => plane.place(lon, lat))))
    .map(
      (d) =>
        `<path d="${d}" stroke="${ink.riverEdge}" stroke-width="4.6" opacity=".75"/><path d="${d}" stroke="${ink.river}" stroke-width="2.3"/>`,
    )
    .join('');
  const seas = decor.seas
    .map(([text, lon, lat, turn, size, spacing]) => {
      const [x, y] = plane.place(lon, lat);
      return lettering(text, { x, y, size, turn, spacing, fill: ink.text, opacity: 0.85 });
    })
    .join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"><defs>
<filter id="paper" x="0" y="0" width="100%" height="100%" color-interpolation-filters="${ink.space}"><feTurbulence type="fractalNoise" baseFrequency=".011 .015" numOctaves="5" seed="4" result="n"/><feDiffuseLighting in="n" lighting-color="#fff6e0" surfaceScale="2" result="l"><feDistantLight azimuth="45" elevation="62"/></feDiffuseLighting><feComposite in="l" in2="SourceGraphic" operator="arithmetic" ${ink.weave}/></filter>
<filter id="wob" x="0" y="0" width="100%" height="100%"><feTurbulence type="fractalNoise" baseFrequency=".05" numOctaves="2" seed="11"/><feDisplacementMap in="SourceGraphic" scale="3.4" xChannelSelector="R" yChannelSelector="G"/></filter>
<filter id="soft" x="-10%" y="-10%" width="120%" height="120%"><feGaussianBlur stdDeviation="4.5"/></filter>
<radialGradient id="vig" cx=".5" cy=".5" r=".75"><stop offset=".6" stop-color="${ink.vignette}" stop-opacity="0"/><stop offset="1" stop-color="${ink.vignette}" stop-opacity="${ink.vignetteStrength}"/></radialGradient>
<radialGradient id="deep" cx=".5" cy=".5" r=".8"><stop offset="0" stop-color="${ink.sea}"/><stop offset="1" stop-color="${ink.seaDeep}"/></radialGradient>
<clipPath id="frame"><rect x="33" y="33" width="${width - 66}" height="${height - 66}"/></clipPath><clipPath id="land"><path d="${landD}"/></clipPath></defs>
<rect width="${width}" height="${height}" fill="${ink.frame}"/>
<g clip-path="url(#frame)">
<g filter="url(#paper)"><rect width="${width}" height="${height}" fill="${ink.sea}"/></g>
<path d="${graticuleOf(plane, sheet)}" fill="none" stroke="${ink.graticule}" stroke-width=".8" opacity=".3"/>
<path d="${rhumbs(decor.rose[0], decor.rose[1])}${rhumbs(width * 0.62, height * 0.92)}" stroke="${ink.rhumb}" stroke-width=".6" opacity=".3"/>
${waves(sheet, land, ink)}
<g opacity=".9">${coast}</g>
<path d="${landD}" transform="translate(4 6)" fill="${ink.shadow}" opacity=".4" filter="url(#soft)"/>
<g filter="url(#paper)"><path d="${landD}" fill="${ink.land}"/></g>
<g clip-path="url(#land)">
<path d="${landD}" fill="none" stroke="${ink.landEdge}" stroke-opacity=".55" stroke-width="20" filter="url(#soft)"/>
${washesOf(provinces, colourOf, ink, sheet.glow)}
<path d="${pathOf(provinces.outer, false)}" fill="none" stroke="${ink.fine}" stroke-width="1" stroke-dasharray="2 5" opacity=".55"/>
<path d="${pathOf(provinces.borders, false)}" fill="none" stroke="${ink.border}" stroke-width="2.3" stroke-dasharray="9 3.5 2 3.5" opacity=".85" stroke-linecap="round"/>
<g fill="none" stroke-linecap="round" filter="url(#wob)">${rivers}</g></g>
<path d="${landD}" fill="none" stroke="${ink.ink}" stroke-width="1.9" stroke-linejoin="round"/>
${reliefOf(sheet, plane, land, ink, keepClear)}
${seas}
${decor.ships.map(([x, y, s, flip]) => ship(x, y, s, ink, flip)).join('')}${serpent(...decor.serpent, ink)}${rose(...decor.rose, ink)}
${cartouche(...decor.cartouche, ink)}
<rect width="${width}" height="${height}" fill="url(#vig)"/></g>
${frame(width, height, ink)}</svg>`;
}
