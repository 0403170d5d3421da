// Many players of tic-tac-toe against each other, in one process: node load.js PORT GAMES SECONDS THINK
// Speaks the protocol of boardgame.io's client directly over its WebSocket, which costs less than the client would.
const { io } = require('socket.io-client');

const [port, games, seconds, think] = process.argv.slice(2).map(Number);
const latencies = [];
let counting = false;

function play(pair, seat) {
  const socket = io(`http://127.0.0.1:${port}/tic-tac-toe`, { transports: ['websocket'], forceNew: true });
  let round = 0;
  let match = '';
  let sent = 0;
  let awaited = -1;

  const join = () => {
    match = `${pair}-${round}`;
    round += 1;
    socket.emit('sync', match, String(seat), undefined, 2);
  };
  const look = (state) => {
    if (awaited >= 0 && state._stateID > awaited) {
      if (counting) latencies.push(performance.now() - sent);
      awaited = -1;
    }
    if (state.ctx.gameover) return join();
    if (state.ctx.currentPlayer !== String(seat) || awaited >= 0) return undefined;
    const free = state.G.cells.map((cell, index) => (cell === null ? index : -1)).filter((index) => index >= 0);
    const cell = free[Math.floor(Math.random() * free.length)];
    const action = { type: 'MAKE_MOVE', payload: { type: 'clickCell', args: [cell], playerID: String(seat) } };
    awaited = state._stateID;
    setTimeout(() => {
      sent = performance.now();
      socket.emit('update', action, state._stateID, match, String(seat));
    }, think * 2000 * Math.random());
    return undefined;
  };
  socket.on('connect', join);
  socket.on('sync', (name, info) => name === match && look(info.state));
  socket.on('update', (name, state) => name === match && look(state));
}

for (let pair = 0; pair < games; pair += 1) {
  play(pair, 0);
  play(pair, 1);
}
setTimeout(() => {
  console.log('counting');
  counting = true;
  const begun = performance.now();
  setTimeout(() => {
    const passed = (performance.now() - begun) / 1000;
    latencies.sort((a, b) => a - b);
    const at = (share) => latencies[Math.floor(latencies.length * share)];
    const moves = latencies.length;
    console.log(JSON.stringify({ moves, seconds: passed, per_second: moves / passed, p50_ms: at(0.5), p99_ms: at(0.99) }));
    process.exit(0);
  }, seconds * 1000);
}, 2000 + games * 5);
