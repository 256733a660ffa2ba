import type { IncomingMessage } from 'node:http';
import type { Server } from 'socket.io';
import { type ServerOptions, type WebSocket, WebSocketServer } from 'ws';
import type { Config } from '../config.ts';
import { sharesOf } from './addresses.ts';
import { countedPerMinute } from './counted-per-minute.ts';
import { openPerAddress } from './open-per-address.ts';

type Connection = Server['engine']['clients'][string];

/** What a browser that reads has unread is far below. */
const MOST_UNREAD_BYTES = 1024 * 1024;
/** Of one message. Browsers send messages as short as ours in one frame. */
const MOST_FRAMES = 16;

/** The WebSocket server under socket.io, which answers no ping by itself: `socketCeilings` does, and counts it. */
export class FramesOneByOne extends WebSocketServer {
  constructor(options: ServerOptions) {
    super({ ...options, autoPong: false, maxFragments: MOST_FRAMES });
  }
}

/** How many sockets an address opens, and how much they say. A browser that was cut off comes back by itself. */
export function socketCeilings(config: Config, addressOf: (request: IncomingMessage) => string) {
  const mayOpen = openPerAddress(config.socketsPerAddress);
  const isHeardFromAddress = countedPerMinute(config.socketEventsPerAddressAMinute);
  return {
    /** Asked before the socket is opened. */
    isAdmitted: (request: IncomingMessage): boolean => mayOpen(addressOf(request), request.socket),
    /** Cuts off the connection that says too much, of whatever kind, or does not read what it is told. */
    listenTo: (connection: Connection): void => {
      const { websocket } = connection.request as IncomingMessage & { websocket: WebSocket };
      const shares = sharesOf(addressOf(connection.request));
      const isHeard = countedPerMinute(config.socketEventsAMinute);
      const count = () => {
        if (!isHeard([{ subject: '', times: 1 }]) || !isHeardFromAddress(shares)) websocket.terminate();
      };
      for (const frame of ['message', 'ping', 'pong']) websocket.on(frame, count);
      // Without this, `ws` reads a client that breaks the protocol for thirty more seconds.
      websocket.on('error', () => websocket.terminate());
      const unread = unreadBytes(connection, websocket);
      const look = () => {
        if (unread() > MOST_UNREAD_BYTES) websocket.terminate();
      };
      for (const sent of ['packetCreate', 'drain']) connection.on(sent, look);
      websocket.on('ping', (data) => {
        if (websocket.readyState === websocket.OPEN) websocket.pong(data);
        look();
      });
    },
  };
}

/** What waits for the client to read: in the WebSocket and its connection, and before them in engine.io. */
function unreadBytes(connection: Connection, websocket: WebSocket): () => number {
  let waiting = 0;
  connection.on('packetCreate', ({ data }: { data?: string | Buffer }) => {
    waiting += data?.length ?? 0;
  });
  connection.on('flush', () => {
    waiting = 0;
  });
  return () => waiting + websocket.bufferedAmount;
}
