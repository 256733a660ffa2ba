import { createServer } from 'node:http';
import { createAdapter } from '@socket.io/redis-adapter';
import { createClient } from 'redis';
import { Server } from 'socket.io';

// One node of the plainest chat: a message to a room reaches the room's sockets on both nodes. Nothing is stored.
const publisher = createClient({ url: process.env.REDIS_URL });
const subscriber = publisher.duplicate();
await Promise.all([publisher.connect(), subscriber.connect()]);
const server = createServer();
const io = new Server(server, {
  transports: ['websocket'],
  serveClient: false,
  adapter: createAdapter(publisher, subscriber),
});
io.on('connection', (socket) => {
  socket.on('join', (who, answer) => {
    socket.join(who.guestId);
    answer({ ok: true });
  });
  socket.on('send', (room, entry) => io.to(room).emit('messaging', entry));
});
process.on('SIGTERM', () => process.exit(0));
server.listen(Number(process.env.PORT), '127.0.0.1', () => process.send({ type: 'ready' }));
