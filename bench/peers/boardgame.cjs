/** boardgame.io: tic-tac-toe by a local client without a server, and its Monte Carlo tree search. */
const readline = require('node:readline');
const { Client } = require('boardgame.io/client');
const { INVALID_MOVE } = require('boardgame.io/core');
const { MCTSBot } = require('boardgame.io/ai');

const LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
const free = (cells) => cells.flatMap((cell, index) => (cell === null ? [index] : []));
const game = {
  setup: () => ({ cells: Array(9).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    mark: ({ G, playerID }, index) => {
      if (G.cells[index] !== null) return INVALID_MOVE;
      G.cells[index] = playerID;
    },
  },
  endIf: ({ G, ctx }) => {
    const { cells } = G;
    if (LINES.some(([a, b, c]) => cells[a] !== null && cells[a] === cells[b] && cells[b] === cells[c])) return { winner: ctx.currentPlayer };
    if (free(cells).length === 0) return { draw: true };
  },
  ai: { enumerate: (G) => free(G.cells).map((index) => ({ move: 'mark', args: [index] })) },
};

function driven() {
  let count = 0;
  for (let games = 0; games < 60; games++) {
    const client = Client({ game, debug: false });
    client.start();
    while (!client.getState().ctx.gameover) {
      const choices = free(client.getState().G.cells);
      client.moves.mark(choices[Math.floor(Math.random() * choices.length)]);
      count++;
    }
    client.stop();
  }
  return count;
}

async function search() {
  const client = Client({ game, debug: false });
  client.start();
  const bot = new MCTSBot({ game, enumerate: game.ai.enumerate, iterations: 200, playoutDepth: 9, seed: 'bench' });
  bot.opts && (bot.opts.async = { value: false });
  await bot.play(client.getState(), '0');
  client.stop();
  return 200;
}

const tasks = { 'tic-tac-toe driven': driven, 'tic-tac-toe search': search };
console.log(JSON.stringify(Object.keys(tasks)));
readline.createInterface({ input: process.stdin }).on('line', async (line) => {
  const before = process.cpuUsage();
  const count = await tasks[line.trim()]();
  const spent = process.cpuUsage(before);
  console.log(JSON.stringify([count, (spent.user + spent.system) / 1e6]));
});
