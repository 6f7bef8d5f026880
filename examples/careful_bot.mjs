// A bot in another language: one JSON object a line in, one a line out. Needs Node, and nothing else.
//
//     abbatia arena cardinal --bots "run:node careful_bot.mjs,uniform" --seats 3 --games 12
//
// Of the legal actions it takes one of the kind that it likes best, and pays with the card it has most of.
import { createInterface } from 'node:readline';

const LIKED = ['advisor', 'abbey', 'draw', 'pay'];

/** How much this action is worth: its kind first, then how many such cards are in the hand. */
function worth({ observation }, action) {
  const [kind, card] = action.split(' ');
  const liked = LIKED.includes(kind) ? LIKED.length - LIKED.indexOf(kind) : 0;
  const cards = (observation.own?.hand ?? []).filter((held) => held === card).length;
  return liked + cards / 10;
}

for await (const line of createInterface({ input: process.stdin })) {
  const question = JSON.parse(line);
  const ranked = question.legal.map((action) => [worth(question, action), action]);
  ranked.sort(([one], [other]) => other - one); // equal ones stay in their order
  console.log(JSON.stringify({ action: ranked[0][1] }));
}
