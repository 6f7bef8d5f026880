/** Engravings of events, crusades, relics and saints. */
import {
  arch,
  banner,
  box,
  cross,
  draw,
  fine,
  gable,
  ground,
  hatch,
  line,
  masonry,
  person,
  sheaf,
  SHEET,
  sun,
  tower,
  wash,
  waves,
  type Engraving,
} from './pen';

const G = SHEET.ground;

export const EVENTS: Record<string, Engraving> = {
  plenty: draw(
    sun(96, 12, 6),
    sheaf(8, G, 24),
    sheaf(24, G, 28),
    sheaf(42, G, 24),
    line('M62 40q-4-14 8-16q14-2 20 6q6 8 14 8M62 40q10-2 12-8q2-5 8-4'),
    wash('M62 40q-4-14 8-16q14-2 20 6q6 8 14 8Z'),
    line('M56 40a4 4 0 1 0 8 0a4 4 0 1 0-8 0M50 38a3 3 0 1 0 6 0a3 3 0 1 0-6 0'),
    ground(),
  ),
  disaster: draw(
    line('M14 18q-8-2-4-8q2-6 10-4q6-8 14-2q12-4 14 4q8 0 6 8q-2 4-8 3H20q-5 1-6-1Z'),
    wash('M14 18q-8-2-4-8q2-6 10-4q6-8 14-2q12-4 14 4q8 0 6 8q-2 4-8 3H20q-5 1-6-1Z'),
    line('M34 20l-7 9h6l-5 11'),
    fine('M16 22l-3 8M22 22l-3 8M44 22l-3 8M50 22l-3 8M56 20l-3 8'),
    gable(72, 24, 26, 16, 11),
    line('M84 13l-3 9 6 4-4 8 3 6M104 40l2-22M106 26l6-6M105 32l-5-6M106 18l-4-5M106 18l4-4'),
    hatch(88, 26, 10, 14),
    ground(),
  ),
  vikings: draw(
    line('M18 26q42 10 84 0q6-3 7-12q-5 2-4 7M18 26q-5-3-6-12q5 2 4 6M18 26q4 9 14 10h56q10-1 14-10'),
    wash('M18 26q42 10 84 0q-4 9-14 10H32q-10-1-14-10Z'),
    line('M60 30V2M44 5h32q4 9 0 19H44q-4-10 0-19Z'),
    fine('M52 5v19M60 5v19M68 5v19M22 32h76M28 35h64'),
    line('M30 26a3.5 3.5 0 1 0 7 2M44 28a3.5 3.5 0 1 0 7 1M70 29a3.5 3.5 0 1 0 7 0M84 28a3.5 3.5 0 1 0 7-1'),
    waves(2, 38, 116, 2),
  ),
};

export const CRUSADES: readonly Engraving[] = [
  // a walled city on its hill
  draw(
    line('M2 40Q40 28 60 26t58 14'),
    tower(40, 12, 26),
    tower(70, 12, 28),
    box(52, 20, 18, 12),
    masonry(52, 20, 18, 12),
    arch(57, 32, 8, 10),
    line('M55 20q6-9 12 0M61 14v-5'),
    hatch(76, 30, 20, 8),
    banner(20, 14, 24),
    banner(100, 16, 22),
  ),
  // a ship of pilgrims
  draw(
    line('M24 28h70q-4 10-14 10H40q-12-1-16-10ZM60 28V3M62 5q20 6 18 19H62ZM58 8q-14 5-14 16h14Z'),
    wash('M24 28h70q-4 10-14 10H40q-12-1-16-10Z'),
    cross(71, 11, 9),
    fine('M28 32h62M32 35h54'),
    waves(2, 37, 116, 3),
  ),
  // the camp
  draw(
    line('M10 40 30 12l20 28ZM30 12v28M30 12V6M62 40l16-24 16 24ZM78 16v24M78 16v-6'),
    wash('M30 12l20 28H30ZM78 16l16 24H78Z'),
    hatch(34, 26, 10, 14),
    banner(30, 2, 6),
    banner(78, 5, 6),
    person(106, G, 20),
    line('M112 40V14'),
    cross(54, 22, 14),
    ground(),
  ),
  // palms along the road
  draw(
    sun(98, 11, 6),
    line(
      'M20 40q2-14 0-26M20 14q-8-4-13 2M20 14q-4-8-11-8M20 14q8-5 13 1M20 14q3-8 10-8M44 40q-1-10 0-18M44 22q-6-3-9 2M44 22q6-4 9 1M44 22q-3-6-7-6M44 22q3-6 7-5',
    ),
    fine('M18 20h4M18 24h4M18 28h4M18 32h4M42 28h4M42 32h4'),
    line('M62 40q8-8 24-10t32-4'),
    line('M84 40q4-5 14-7t20-3'),
    gable(66, 22, 12, 8, 5),
    arch(70, 30, 4, 5),
    ground(),
  ),
];

export const RELICS: Record<string, Engraving> = {
  holy_grail: draw(
    line('M44 6h32q0 16-12 18v8q8 1 10 6H46q2-5 10-6v-8Q44 22 44 6Z'),
    wash('M44 6h32q0 16-12 18h-8Q44 22 44 6Z'),
    fine('M46 10h28M48 14h24M60 24v8'),
    sun(60, 12, 12),
  ),
  holy_cross: draw(line('M55 2h10v10h13v9H65v19H55V21H42v-9h13Z'), hatch(56, 22, 8, 17), sun(60, 16, 11)),
  holy_lance: draw(
    line('M20 40 88 10M22 42 90 12M86 8l20-6-12 18Z'),
    wash('M86 8l20-6-12 18Z'),
    line('M76 14l10 6M72 16l8 6'),
    fine('M90 12l12-8'),
  ),
  manna: draw(
    line('M36 24h48l-6 15H42ZM36 24q24-20 48 0'),
    wash('M36 24h48l-6 15H42Z'),
    hatch(44, 26, 32, 12),
    line('M44 24q0-8 8-8t8 8M58 24q0-9 9-9t9 9'),
  ),
  aarons_rod: draw(
    line('M34 42 84 4M36 44 86 6M54 28q-8-2-9-9q8 0 9 9M66 19q0-9 7-12q3 7-7 12M60 24q8 2 10 9q-8 1-10-9'),
    wash('M54 28q-8-2-9-9q8 0 9 9M66 19q0-9 7-12q3 7-7 12M60 24q8 2 10 9q-8 1-10-9'),
    line('M84 4a3 3 0 1 0 4-3M78 14q7 0 9 5'),
  ),
  tablets: draw(
    line('M34 40V14q0-10 12-10t12 10v26ZM62 40V14q0-10 12-10t12 10v26Z'),
    wash('M34 40V14q0-10 12-10t12 10v26ZM62 40V14q0-10 12-10t12 10v26Z'),
    fine('M38 16h16M38 21h16M38 26h13M38 31h16M66 16h16M66 21h12M66 26h16M66 31h14'),
  ),
  torah: draw(
    line('M34 4h8v36h-8ZM78 4h8v36h-8ZM42 8h36v28H42ZM36 1h4v3M80 1h4v3M36 43h4v-3M80 43h4v-3'),
    wash('M42 8h36v28H42Z'),
    fine('M46 13h12M62 13h12M46 17h12M62 17h12M46 21h12M62 21h12M46 25h12M62 25h12M46 29h12M62 29h12M60 8v28'),
  ),
};

/** A saint in a niche, with what that saint is known by. */
const niche = (attribute: string): Engraving =>
  draw(
    arch(42, G, 36, 39, false),
    line('M38 40V20q0-20 22-20t22 20v20'),
    masonry(8, 6, 28, 34, 6),
    masonry(84, 6, 28, 34, 6),
    person(60, G, 34, true),
    line(attribute),
    ground(),
  );
const ATTRIBUTES = [
  'M70 40V12M67 16h6', // a staff with a cross
  'M66 24h9v11h-9ZM70 24v11', // a book
  'M71 40V14M68 18l3-4 3 4', // a spear
  'M72 22a3 3 0 1 0 .1 0M72 28v10M72 34h3', // a key
  'M70 38V18M66 22h8M70 18v-3', // a sword
  'M70 40V18q0-6 4-6t3 5q-2 2-4 0', // a crozier
  'M66 30q5-9 10 0v4H66Z', // a bell
  'M71 38V26M71 26q-5-3-3-8q3 2 3 8M71 26q5-3 3-8q-3 2-3 8', // a lily
];
const SAINTS = ATTRIBUTES.map(niche);

/** The same drawing for the same name, always. */
const pick = (all: readonly Engraving[], id: string): Engraving | undefined =>
  all[[...id].reduce((sum, letter) => sum * 7 + letter.charCodeAt(0), 0) % all.length];

export const crusadeArt = (id: string): Engraving | undefined => pick(CRUSADES, id);
export const saintArt = (id: string): Engraving | undefined => pick(SAINTS, id);
