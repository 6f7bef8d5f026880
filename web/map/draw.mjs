// Draws the map of each title: `npm run draw [title]`. Writes the backgrounds (AVIF, WebP; light and dark) and the
// overlay data (positions, lands, roads) into web/src/games/<title>/map/.
import fs from 'node:fs';
import sharp from 'sharp';
import { backgroundOf } from './background.mjs';
import { sheet as cardinal } from './cardinal.mjs';
import { landOf, planeOf } from './lands.mjs';
import { flawsOf } from './flaws.mjs';
import { overlayOf } from './overlay.mjs';
import { LAND_COLOURS, PALETTES } from './palette.mjs';
import { sheet as pelegrinus } from './pelegrinus.mjs';
import { provincesOf } from './provinces.mjs';
import { affineOf } from './warp.mjs';

const WIDTH = { avif: Number(process.env.WIDTH ?? 2240), webp: 1600 };

function seedsOf(sheet, plane) {
  const home = new Map((sheet.board.sites ?? []).map((site) => [site.id, site.country ?? null]));
  (sheet.board.cities ?? []).forEach((city) => home.set(city.id, city.region));
  const own = [...plane.positions].filter(([id]) => home.get(id)).map(([id, at]) => ({ at, land: home.get(id) }));
  const shaping = Object.entries(sheet.seeds).flatMap(([land, list]) =>
    list.map(([lon, lat]) => ({ at: plane.place(lon, lat), land: land === 'null' ? null : land })),
  );
  // A shaping seed that the warp has carried next to a place of another land would cut that place off.
  return [
    ...own,
    ...shaping.filter((seed) =>
      own.every(
        (place) => place.land === seed.land || Math.hypot(place.at[0] - seed.at[0], place.at[1] - seed.at[1]) > 46,
      ),
    ),
  ];
}

async function paint(sheet, parts, theme, folder) {
  const colourOf = (id) => LAND_COLOURS[theme][sheet.colourOf(id)] ?? sheet.colourOf(id);
  const svg = backgroundOf(sheet, parts, PALETTES[theme], colourOf);
  if (process.env.KEEP_SVG) fs.writeFileSync(`${process.env.KEEP_SVG}/${sheet.title}-${theme}.svg`, svg);
  const picture = sharp(Buffer.from(svg), {
    density: 72 * (WIDTH.avif / sheet.width),
    limitInputPixels: false,
    unlimited: true,
  }).flatten();
  const image = await picture.png().toBuffer();
  if (process.env.KEEP_SVG) fs.writeFileSync(`${process.env.KEEP_SVG}/${sheet.title}-${theme}.png`, image);
  await sharp(image).avif({ quality: 46, effort: 4 }).toFile(`${folder}/${theme}.avif`);
  await sharp(image).resize(WIDTH.webp).webp({ quality: 62, effort: 5 }).toFile(`${folder}/${theme}.webp`);
  for (const kind of ['avif', 'webp'])
    console.log(
      `${sheet.title} ${theme}.${kind}: ${(fs.statSync(`${folder}/${theme}.${kind}`).size / 1024).toFixed(0)} kB`,
    );
}

async function drawSheet(sheet) {
  const folder = new URL(`../src/games/${sheet.title}/map/`, import.meta.url).pathname;
  fs.mkdirSync(folder, { recursive: true });
  const plane = planeOf(sheet);
  if (sheet.fit) {
    const ids = [...plane.positions.keys()];
    plane.fromBoard = affineOf(
      sheet.fit(ids),
      ids.map((id) => plane.positions.get(id)),
    );
  }
  const land = landOf(plane);
  const provinces = provincesOf(seedsOf(sheet, plane), land, sheet);
  const furniture = sheet.furniture(plane);
  const keepClear = [
    ...[...plane.positions.values()].map(([x, y]) => [x, y, 26]),
    ...[...(furniture.seals?.values() ?? [])].map(([x, y]) => [x, y, 40]),
    ...[...(furniture.markers?.values() ?? [])].map(([x, y]) => [x, y, 18]),
  ];
  const parts = { plane, land, provinces, keepClear };
  for (const flaw of flawsOf(sheet, parts)) console.warn(`${sheet.title}: ${flaw}`);
  const overlay = overlayOf(sheet, parts, furniture);
  fs.writeFileSync(`${folder}/map.json`, JSON.stringify(overlay));
  console.log(`${sheet.title} map.json: ${(JSON.stringify(overlay).length / 1024).toFixed(0)} kB`);
  if (process.env.DRY) return;
  for (const theme of process.env.THEME ? [process.env.THEME] : ['light', 'dark'])
    await paint(sheet, parts, theme, folder);
}

for (const sheet of [cardinal, pelegrinus].filter((one) => !process.argv[2] || one.title === process.argv[2]))
  await drawSheet(sheet);
