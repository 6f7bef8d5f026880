/** The pen of the engravings: parts of houses, people and country as SVG paths, on a sheet of 120 by 44. */

/** What one engraving is made of: firm lines, fine lines that shade, and washes. */
export interface Engraving {
  line: string;
  fine: string;
  wash: string;
}
type Part = Partial<Engraving>;

export const SHEET = { width: 120, height: 44, ground: 40 } as const;
const G = SHEET.ground;

/** Parts laid over each other. */
export function draw(...parts: readonly Part[]): Engraving {
  const all = (name: keyof Engraving): string => parts.map((part) => part[name] ?? '').join('');
  return { line: all('line'), fine: all('fine'), wash: all('wash') };
}
const n = (value: number): string => String(Math.round(value * 10) / 10);

export const line = (d: string): Part => ({ line: d });
export const fine = (d: string): Part => ({ fine: d });
export const wash = (d: string): Part => ({ wash: d });

const rectangle = (x: number, y: number, w: number, h: number): string => `M${n(x)} ${n(y)}h${n(w)}v${n(h)}h${n(-w)}Z`;

/** Slanting lines within a rectangle: its shadow. */
export function hatch(x: number, y: number, w: number, h: number, gap = 2.4): Part {
  let d = '';
  for (let c = -h + gap; c < w; c += gap) {
    const [from, to] = [Math.max(0, c), Math.min(w, c + h)];
    d += `M${n(x + from)} ${n(y + h - (from - c))}L${n(x + to)} ${n(y + h - (to - c))}`;
  }
  return { fine: d };
}

/** Courses of stone. */
export function masonry(x: number, y: number, w: number, h: number, course = 4): Part {
  let d = '';
  for (let row = 1; row * course < h; row++) d += `M${n(x)} ${n(y + row * course)}h${n(w)}`;
  for (let row = 0; row * course < h; row++)
    for (let at = row % 2 === 0 ? course : 2 * course; at < w; at += 2 * course)
      d += `M${n(x + at)} ${n(y + row * course)}v${n(Math.min(course, h - row * course))}`;
  return { fine: d };
}

export const box = (x: number, y: number, w: number, h: number): Part => ({
  line: rectangle(x, y, w, h),
  wash: rectangle(x, y, w, h),
});

/** A house seen from its gable; the eaves are at `y`. */
export function gable(x: number, y: number, w: number, h: number, roof: number): Part {
  const outline = `M${n(x)} ${n(y + h)}V${n(y)}L${n(x + w / 2)} ${n(y - roof)}L${n(x + w)} ${n(y)}V${n(y + h)}Z`;
  return draw(
    { line: `${outline}M${n(x - 2)} ${n(y + 1.5)}L${n(x + w / 2)} ${n(y - roof)}L${n(x + w + 2)} ${n(y + 1.5)}` },
    { wash: outline },
  );
}

/** A house seen from its side, the roof with its tiles. */
export function hall(x: number, y: number, w: number, h: number, roof: number): Part {
  const top = `M${n(x - 3)} ${n(y)}L${n(x + 3)} ${n(y - roof)}H${n(x + w - 3)}L${n(x + w + 3)} ${n(y)}Z`;
  let tiles = '';
  for (let at = 3; at < w - 1; at += 3) tiles += `M${n(x + at)} ${n(y)}v${n(-roof + 0.5)}`;
  for (let row = roof / 3; row < roof; row += roof / 3) tiles += `M${n(x)} ${n(y - row)}h${n(w)}`;
  return draw(box(x, y, w, h), { line: top, fine: tiles, wash: top });
}

/** An opening with a round head; dark within. */
export function arch(x: number, base: number, w: number, h: number, dark = true): Part {
  const d = `M${n(x)} ${n(base)}V${n(base - h + w / 2)}a${n(w / 2)} ${n(w / 2)} 0 0 1 ${n(w)} 0V${n(base)}Z`;
  return dark ? draw({ line: d, wash: d }, hatch(x + 0.6, base - h + w / 2, w - 1.2, h - w / 2, 1.5)) : { line: d };
}

/** A pointed window with its bars. */
export function lancet(x: number, base: number, w: number, h: number): Part {
  const top = base - h;
  return {
    line: `M${n(x)} ${n(base)}V${n(top + w)}Q${n(x)} ${n(top + 1)} ${n(x + w / 2)} ${n(top)}Q${n(x + w)} ${n(top + 1)} ${n(x + w)} ${n(top + w)}V${n(base)}Z`,
    fine: `M${n(x + w / 2)} ${n(top)}V${n(base)}M${n(x)} ${n(base - h / 3)}h${n(w)}M${n(x)} ${n(base - (2 * h) / 3)}h${n(w)}`,
  };
}

/** A tower with battlements. */
export function tower(x: number, w: number, h: number): Part {
  const top = G - h;
  const step = w / 5;
  let crown = `M${n(x - 1)} ${n(top + 3)}V${n(top - 2)}`;
  for (let i = 0; i < 5; i++)
    crown += `h${n(step * (i === 4 || i === 0 ? 1.2 : 1))}${i === 4 ? '' : i % 2 === 0 ? 'v2.5' : 'v-2.5'}`;
  return draw(box(x, top + 3, w, h - 3), { line: `${crown}V${n(top + 3)}` }, masonry(x, top + 3, w, h - 3), {
    fine: `M${n(x + w * 0.8)} ${n(top + 3)}V${G}M${n(x + w * 0.9)} ${n(top + 3)}V${G}`,
  });
}

export const cross = (x: number, y: number, size: number): Part => ({
  line: `M${n(x)} ${n(y)}v${n(size)}M${n(x - size / 3)} ${n(y + size / 3)}h${n((2 * size) / 3)}`,
});

/** The ground with its grass. */
export function ground(y: number = G): Part {
  let tufts = '';
  for (let x = 6; x < 118; x += 13)
    tufts += `M${x} ${n(y + 2)}l-1-2.2M${x} ${n(y + 2)}l.6-2.6M${x + 1.6} ${n(y + 2)}l1.2-1.8`;
  return { line: `M2 ${n(y)}Q30 ${n(y - 0.8)} 60 ${n(y)}T118 ${n(y)}`, fine: tufts };
}

export function tree(x: number, base: number, size: number): Part {
  const crown = `M${n(x - size * 0.5)} ${n(base - size * 0.5)}q${n(-size * 0.2)} ${n(-size * 0.35)} ${n(size * 0.15)} ${n(-size * 0.45)}q${n(size * 0.25)} ${n(-size * 0.4)} ${n(size * 0.5)} 0q${n(size * 0.45)} ${n(size * 0.05)} ${n(size * 0.3)} ${n(size * 0.45)}q${n(-size * 0.4)} ${n(size * 0.2)} ${n(-size * 0.95)} 0Z`;
  return {
    line: `${crown}M${n(x - 0.8)} ${n(base)}v${n(-size * 0.45)}M${n(x + 0.8)} ${n(base)}v${n(-size * 0.45)}`,
    fine: `M${n(x)} ${n(base - size * 0.55)}q${n(size * 0.2)} ${n(-size * 0.1)} ${n(size * 0.3)} ${n(-size * 0.2)}M${n(x + size * 0.1)} ${n(base - size * 0.7)}q${n(size * 0.15)} 0 ${n(size * 0.25)}-1`,
    wash: crown,
  };
}

/** Smoke or steam that rises from here. */
export const smoke = (x: number, y: number, h = 10): Part => ({
  fine: `M${n(x)} ${n(y)}c-3 ${n(-h * 0.3)} 3 ${n(-h * 0.5)} 0 ${n(-h)}M${n(x + 2.5)} ${n(y)}c-3 ${n(-h * 0.3)} 3 ${n(-h * 0.4)} 1 ${n(-h * 0.8)}`,
});

export function barrel(x: number, base: number, size: number): Part {
  const d = `M${n(x)} ${n(base)}q${n(-size * 0.18)} ${n(-size * 0.5)} 0 ${n(-size)}h${n(size * 0.7)}q${n(size * 0.18)} ${n(size * 0.5)} 0 ${n(size)}Z`;
  return {
    line: d,
    wash: d,
    fine: `M${n(x - size * 0.07)} ${n(base - size * 0.3)}h${n(size * 0.84)}M${n(x - size * 0.07)} ${n(base - size * 0.7)}h${n(size * 0.84)}M${n(x + size * 0.23)} ${n(base)}v${n(-size)}M${n(x + size * 0.47)} ${n(base)}v${n(-size)}`,
  };
}

/** A table with two legs. */
export const table = (x: number, y: number, w: number, base: number = G): Part => ({
  line: `M${n(x)} ${n(y)}h${n(w)}v2h${n(-w)}ZM${n(x + 3)} ${n(y + 2)}V${n(base)}M${n(x + w - 3)} ${n(y + 2)}V${n(base)}`,
  wash: rectangle(x, y, w, 2),
});

export function fence(x: number, w: number, h = 8): Part {
  let d = `M${n(x)} ${n(G - h * 0.4)}h${n(w)}M${n(x)} ${n(G - h * 0.75)}h${n(w)}`;
  for (let at = 0; at <= w; at += 6) d += `M${n(x + at)} ${G}v${n(-h)}`;
  return { line: d };
}

export function sheaf(x: number, base: number, size: number): Part {
  return {
    line: `M${n(x)} ${n(base)}q${n(size * 0.25)} ${n(-size * 0.5)} 0 ${n(-size)}M${n(x + size * 0.5)} ${n(base)}q${n(-size * 0.25)} ${n(-size * 0.5)} 0 ${n(-size)}M${n(x + size * 0.05)} ${n(base - size * 0.45)}h${n(size * 0.4)}`,
    fine: `M${n(x + size * 0.12)} ${n(base)}q${n(size * 0.12)} ${n(-size * 0.5)} 0 ${n(-size * 1.08)}M${n(x + size * 0.25)} ${n(base)}v${n(-size * 1.15)}M${n(x + size * 0.38)} ${n(base)}q${n(-size * 0.12)} ${n(-size * 0.5)} 0 ${n(-size * 1.08)}`,
  };
}

/** A sheep that looks to the right. */
export const sheep = (x: number, base: number): Part => ({
  line: `M${n(x)} ${n(base - 4)}q-2-3 1-5q1-3 4-2q3-2 5 0q3 0 3 3q0 3-2 4q-5 1.5-11 0ZM${n(x + 12)} ${n(base - 9)}l4 .6-.6 2.6-3 .4M${n(x + 2)} ${n(base - 3.6)}v3.6M${n(x + 9)} ${n(base - 3.6)}v3.6`,
  fine: `M${n(x + 2)} ${n(base - 7)}q1.5-1.5 3 0q1.5-1.5 3 0`,
  wash: `M${n(x)} ${n(base - 4)}q-2-3 1-5q1-3 4-2q3-2 5 0q3 0 3 3q0 3-2 4q-5 1.5-11 0Z`,
});

/** A row of books on a shelf. */
export function books(x: number, y: number, w: number, h: number): Part {
  let d = `M${n(x)} ${n(y + h)}h${n(w)}`;
  for (let at = 0, i = 0; at < w - 2; at += 2.2 + (i % 3) * 0.7, i++)
    d += `M${n(x + at)} ${n(y + h)}v${n(-h + (i % 4) * 0.9)}h1.7v${n(h - (i % 4) * 0.9)}`;
  return { line: d };
}

/** A haloed or a plain person who stands here, in a long habit. */
export const person = (x: number, base: number, size: number, halo = false): Part => ({
  line: `M${n(x - size * 0.22)} ${n(base)}q${n(size * 0.02)} ${n(-size * 0.6)} ${n(size * 0.22)} ${n(-size * 0.68)}q${n(size * 0.2)} ${n(size * 0.08)} ${n(size * 0.22)} ${n(size * 0.68)}ZM${n(x - size * 0.1)} ${n(base - size * 0.8)}a${n(size * 0.1)} ${n(size * 0.11)} 0 1 0 ${n(size * 0.2)} 0a${n(size * 0.1)} ${n(size * 0.11)} 0 1 0 ${n(-size * 0.2)} 0${halo ? `M${n(x - size * 0.19)} ${n(base - size * 0.82)}a${n(size * 0.19)} ${n(size * 0.19)} 0 1 1 ${n(size * 0.38)} 0` : ''}`,
  fine: `M${n(x)} ${n(base)}v${n(-size * 0.55)}M${n(x - size * 0.08)} ${n(base)}v${n(-size * 0.4)}M${n(x + size * 0.08)} ${n(base)}v${n(-size * 0.4)}`,
  wash: `M${n(x - size * 0.22)} ${n(base)}q${n(size * 0.02)} ${n(-size * 0.6)} ${n(size * 0.22)} ${n(-size * 0.68)}q${n(size * 0.2)} ${n(size * 0.08)} ${n(size * 0.22)} ${n(size * 0.68)}Z`,
});

/** The sun with its rays. */
export function sun(x: number, y: number, r: number): Part {
  let rays = '';
  for (let i = 0; i < 12; i++) {
    const [c, s] = [Math.cos((i * Math.PI) / 6), Math.sin((i * Math.PI) / 6)];
    rays += `M${n(x + c * r * 1.35)} ${n(y + s * r * 1.35)}L${n(x + c * r * 1.9)} ${n(y + s * r * 1.9)}`;
  }
  return {
    line: `M${n(x - r)} ${n(y)}a${n(r)} ${n(r)} 0 1 0 ${n(2 * r)} 0a${n(r)} ${n(r)} 0 1 0 ${n(-2 * r)} 0`,
    fine: rays,
  };
}

/** Waves from here to there. */
export function waves(x: number, y: number, w: number, rows = 3): Part {
  let d = '';
  for (let row = 0; row < rows; row++) {
    d += `M${n(x + (row % 2) * 4)} ${n(y + row * 3)}`;
    for (let at = 0; at < w - 8; at += 8) d += 'q2-2.4 4 0t4 0';
  }
  return { fine: d };
}

/** A pennon on its staff. */
export const banner = (x: number, y: number, h: number): Part => ({
  line: `M${n(x)} ${n(y + h)}V${n(y)}h11l-3 3 3 3h-11M${n(x + 4)} ${n(y + 1)}v4M${n(x + 2.5)} ${n(y + 3)}h3`,
});
