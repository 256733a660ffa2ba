import { createServer } from 'node:http';
import { createAdapter } from '@socket.io/redis-adapter';
import pg from 'pg';
import { createClient } from 'redis';
import { Server } from 'socket.io';

// One node of the plainest chat that keeps what it tells: a message is stored as one row, reaches the room's sockets on
// both nodes, and is acknowledged.
const db = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const publisher = createClient({ url: process.env.REDIS_URL });
const subscriber = publisher.duplicate();
await Promise.all([publisher.connect(), subscriber.connect()]);
const server = createServer();
const io = new Server(server, {
  transports: ['websocket'],
  serveClient: false,
  adapter: createAdapter(publisher, subscriber),
});
const store = { name: 'store', text: 'insert into bare.entries (id, room, entry) values ($1, $2, $3)' };
io.on('connection', (socket) => {
  socket.on('join', (who, answer) => {
    socket.join(who.guestId);
    answer({ ok: true });
  });
  socket.on('send', async (room, entry, answer) => {
    await db.query({ ...store, values: [entry.id, room, JSON.stringify(entry)] });
    io.to(room).emit('messaging', entry);
    answer();
  });
});
for (const end of ['SIGTERM', 'disconnect']) process.on(end, () => process.exit(0));
server.listen(Number(process.env.PORT), '127.0.0.1', () => process.send({ type: 'ready' }));
