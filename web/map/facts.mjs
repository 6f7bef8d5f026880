// The facts of the titles: their boards, and where their places lie in the world.
import fs from 'node:fs';

const read = (path) => JSON.parse(fs.readFileSync(new URL(path, import.meta.url), 'utf8'));
export const readBoard = (title) => read(`../../src/abbatia/games/${title}/data/v1/board.json`);
export const readPlaces = (title) => read('./places.json')[title];
