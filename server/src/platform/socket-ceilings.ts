import type { IncomingMessage } from 'node:http';
import type { Server } from 'socket.io';
import type { Config } from '../config.ts';
import { sharesOf } from './addresses.ts';
import { countedPerMinute } from './counted-per-minute.ts';
import { openPerAddress } from './open-per-address.ts';

type Connection = Server['engine']['clients'][string];

/** How many sockets an address opens, and how much they say. A browser that was cut off comes back by itself. */
export function socketCeilings(config: Config, addressOf: (request: IncomingMessage) => string) {
  const mayOpen = openPerAddress(config.socketsPerAddress);
  const isHeardFromAddress = countedPerMinute(config.socketEventsPerAddressAMinute);
  return {
    /** Asked before the socket is opened. */
    isAdmitted: (request: IncomingMessage): boolean => mayOpen(addressOf(request), request.socket),
    /** Closes the connection that says too much, of whatever kind. */
    listenTo: (connection: Connection): void => {
      const shares = sharesOf(addressOf(connection.request));
      const isHeard = countedPerMinute(config.socketEventsAMinute);
      connection.on('packet', ({ type }: { type: string }) => {
        if (type !== 'message') return;
        if (!isHeard([{ subject: '', times: 1 }]) || !isHeardFromAddress(shares)) connection.close(true);
      });
    },
  };
}
