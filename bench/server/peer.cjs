// boardgame.io's own server with its tic-tac-toe, in memory: `node peer.cjs PORT` with NODE_PATH set.
// The board is wiped when it is full, so that a match can go on for as long as the measurement.
const { Server, Origins } = require("boardgame.io/server");

const TicTacToe = {
  name: "tic-tac-toe",
  setup: () => ({ cells: Array(9).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    clickCell: ({ G, playerID }, cell) => {
      if (G.cells.every((owner) => owner !== null)) G.cells.fill(null);
      if (G.cells[cell] !== null) return "INVALID_MOVE";
      G.cells[cell] = playerID;
    },
  },
};

const server = Server({ games: [TicTacToe], origins: [Origins.LOCALHOST] });
server.run({ port: Number(process.argv[2]) }, () => console.log("listening"));
