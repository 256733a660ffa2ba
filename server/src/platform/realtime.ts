import type { BrowserEvents, Join, JoinAnswer, ServerEvents } from '@krapao/contract/realtime.ts';
import { Server, type Socket } from 'socket.io';
import type { Platform } from './routes.ts';
import type { ReadGate } from './sessions.ts';
import { listenForWalletChanges } from './wallet-changes.ts';

const MAX_MESSAGE_BYTES = 16 * 1024;

/** The socket: a member's browser joins the member's room, and hears there that something changed, never what. */
export function realtime({ app, config, readGate }: Platform): void {
  const io = new Server<BrowserEvents, ServerEvents>(app.server, {
    serveClient: false,
    transports: ['websocket'],
    maxHttpBufferSize: MAX_MESSAGE_BYTES,
  });
  io.on('connection', (socket) => {
    socket.on('join', (who, answer) => {
      join(socket, readGate, who)
        .catch(() => ({ ok: false }))
        .then((joined: JoinAnswer) => {
          if (typeof answer === 'function') answer(joined);
        });
    });
  });

  const changes = listenForWalletChanges(
    config.databaseUrl,
    (memberId) => io.to(roomOf(memberId)).emit('wallet-changed'),
    app.log,
  );
  app.addHook('preClose', async () => {
    await changes.stop();
    await io.close();
  });
}

/** Only with a token that signs in that very member. */
async function join(socket: Socket, readGate: ReadGate, who: Join): Promise<JoinAnswer> {
  if (typeof who !== 'object' || who === null || !('token' in who) || typeof who.token !== 'string')
    return { ok: false };
  const gate = await readGate({ address: socket.handshake.address, token: who.token });
  const isTheirs =
    !gate.isGone && !gate.isAddressDenied && typeof gate.session !== 'string' && gate.session.memberId === who.userId;
  if (!isTheirs) return { ok: false };
  await socket.join(roomOf(who.userId));
  return { ok: true };
}

function roomOf(memberId: string): string {
  return `member:${memberId}`;
}
