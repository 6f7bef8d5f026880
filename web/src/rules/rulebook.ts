/** The rules of a title as they are read: by chapter, searched as one types, with links where they name each other. */
import type { ExampleText, RuleText } from '../protocol/rest';

export interface Chapter {
  /** What its rules begin with: `5`, or `R` for rulings. */
  number: string;
  heading: string;
  rules: RuleText[];
}

/** A piece of a rule: plain, emphasised, found by the search, or the number of another rule. */
export interface Piece {
  text: string;
  look: 'plain' | 'strong' | 'em';
  /** The rule it refers to. */
  rule?: string;
  found?: boolean;
}

/** Without case and accents, letter by letter as long as the text it is made of. */
export const plain = (text: string): string =>
  [...text]
    .map((sign) => (sign.normalize('NFD').replace(/\p{M}/gu, '') || sign).toLowerCase().slice(0, sign.length))
    .join('');

/** The words of a search. */
export const wordsOf = (search: string): string[] => plain(search.trim()).split(/\s+/).filter(Boolean);

/** Whether a text has all of the words; a number such as 3.1 is found where a rule's number begins with it. */
const has = (text: string, number: string, words: readonly string[]): boolean =>
  words.every((word) => text.includes(word) || number.startsWith(word.replace(/^§/, '')));

/** The example that stands below a rule. */
export const examplesOf = (examples: readonly ExampleText[], rule: string): ExampleText[] =>
  examples.filter(({ rules }) => rules[0] === rule);

/** The examples that stand elsewhere and show this rule, too. */
export const alsoIn = (examples: readonly ExampleText[], rule: string): ExampleText[] =>
  examples.filter(({ rules }) => rules.slice(1).includes(rule));

/** The rules that a search finds by their number, their text or what an example below them says. */
export function search(
  rules: readonly RuleText[],
  examples: readonly ExampleText[],
  words: readonly string[],
): RuleText[] {
  if (words.length === 0) return [...rules];
  return rules.filter(({ number, chapter, text }) => {
    const below = examplesOf(examples, number).map(
      ({ question, answer, caption }) => `${question} ${answer} ${caption}`,
    );
    return has(plain([chapter, text, ...below].join(' ')), plain(number), words);
  });
}

/** What a heading says of the option behind a chapter, for those who look it up in the code. */
const OPTION = /\s*\([^)]*`[^)]*\)/;

export function chaptersOf(rules: readonly RuleText[]): Chapter[] {
  const found: Chapter[] = [];
  for (const rule of rules) {
    const number = rule.number.startsWith('R') ? 'R' : (rule.number.split('.')[0] ?? '');
    const last = found.at(-1);
    if (last?.number === number) last.rules.push(rule);
    else found.push({ number, heading: rule.chapter.replace(OPTION, ''), rules: [rule] });
  }
  return found;
}

const MARKUP = /(\*\*[^*]+\*\*|\*[^*]+\*|`[^`]+`)/;
const NUMBER = /(?<![\w.])((?:R\d+|\d+\.\d+))(?![\w]|\.\d)/;

/** The pieces of a rule. Rules are written in Markdown's emphasis; `known` are the numbers that can be turned to. */
export function piecesOf(text: string, own: string, known: ReadonlySet<string>, words: readonly string[]): Piece[] {
  return text
    .split(MARKUP)
    .filter(Boolean)
    .flatMap((part) => {
      const look: Piece['look'] = part.startsWith('**') ? 'strong' : /^[*`]/.test(part) ? 'em' : 'plain';
      const inner = look === 'strong' ? part.slice(2, -2) : look === 'em' ? part.slice(1, -1) : part;
      return inner
        .split(NUMBER)
        .filter(Boolean)
        .flatMap((piece): Piece[] =>
          known.has(piece) && piece !== own ? [{ text: piece, look, rule: piece }] : lit(piece, look, words),
        );
    });
}

/** A text with what the search has found in it. */
function lit(text: string, look: Piece['look'], words: readonly string[]): Piece[] {
  const flat = plain(text);
  const marks = new Array<boolean>(text.length).fill(false);
  for (const word of words)
    for (let at = flat.indexOf(word); at >= 0; at = flat.indexOf(word, at + 1)) marks.fill(true, at, at + word.length);
  const pieces: Piece[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const last = pieces.at(-1);
    const found = marks[at] ?? false;
    if (last && last.found === found) last.text += text.charAt(at);
    else pieces.push({ text: text.charAt(at), look, found });
  }
  return pieces;
}
