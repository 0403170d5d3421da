// A helper for a Ludus server, written from minimax.proto alone: it searches tic-tac-toe.
//
//     npm install
//     LUDUS_WORKER_TOKEN=$(cat ludus.db.workers) node worker.js localhost:14782 path/to/minimax.proto

import grpc from "@grpc/grpc-js";
import loader from "@grpc/proto-loader";

const [address, proto] = process.argv.slice(2);
const { SlaveService } = grpc.loadPackageDefinition(loader.loadSync(proto, { keepCase: true, longs: Number }));
const client = new SlaveService(address, grpc.credentials.createInsecure());

const metadata = new grpc.Metadata();
metadata.set("authorization", `Bearer ${process.env.LUDUS_WORKER_TOKEN}`);
metadata.set("ludus-worker", "node");
metadata.set("ludus-games", "tic-tac-toe");

const ROWS = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
const WIN = 100000;
let analysed = 0;

// What a board is worth for whoever is to move: a win in n moves is WIN - n.
function value(board, mover, ply = 0) {
  analysed += 1;
  const other = mover === "x" ? "o" : "x";
  if (ROWS.some((row) => row.every((cell) => board[cell] === other))) return ply - WIN;
  let best = -Infinity;
  for (let cell = 0; cell < 9; cell++) {
    if (board[cell] !== ".") continue;
    board[cell] = mover;
    best = Math.max(best, -value(board, other, ply + 1));
    board[cell] = ".";
  }
  return best === -Infinity ? 0 : best;
}

function search(state) {
  const board = state.toString().split("\n")[1].slice(0, 9).split("");
  const count = (piece) => board.filter((cell) => cell === piece).length;
  analysed = 0;
  return { state, value: value(board, count("x") > count("o") ? "o" : "x"), numStatesAnalyzed: analysed };
}

function work(result) {
  client.GetWork({ result }, metadata, (error, workload) => {
    if (error) {
      console.error(error.details);
      setTimeout(work, 1000, []);
    } else {
      work(workload.state.map(search));
    }
  });
}

work([]);
