/** The boards in the middle of a game, made by tools/docs_pictures.py. */
import cardinal from './cardinal.webp';
import kingsAbbey from './kings_abbey.webp';
import pelegrinus from './pelegrinus.webp';

export const PICTURES: Readonly<Record<string, string>> = { cardinal, kings_abbey: kingsAbbey, pelegrinus };
