import type { IncomingMessage } from 'node:http';
import type { Server } from 'socket.io';
import type { Config } from '../config.ts';
import { sharesOf } from './addresses.ts';
import { countedPerMinute } from './counted-per-minute.ts';

type Connection = Server['engine']['clients'][string];

/** How many sockets an address opens, and how much they say. A browser that was cut off comes back by itself. */
export function socketCeilings(config: Config, addressOf: (request: IncomingMessage) => string) {
  const { socketsPerAddress, socketEventsAMinute, socketEventsPerAddressAMinute } = config;
  const open = new Map<string, number>();
  const countOf = (subject: string) => open.get(subject) ?? 0;
  const isHeardFromAddress = countedPerMinute(socketEventsPerAddressAMinute);
  return {
    /** Asked before the socket is opened, which then counts until it is closed. */
    isAdmitted: (request: IncomingMessage): boolean => {
      const shares = sharesOf(addressOf(request));
      if (shares.some(({ subject, times }) => countOf(subject) >= socketsPerAddress * times)) return false;
      if (request.socket.destroyed) return false;
      for (const { subject } of shares) open.set(subject, countOf(subject) + 1);
      request.socket.once('close', () => {
        for (const { subject } of shares) {
          if (countOf(subject) > 1) open.set(subject, countOf(subject) - 1);
          else open.delete(subject);
        }
      });
      return true;
    },
    /** Closes the connection that says too much, of whatever kind. */
    listenTo: (connection: Connection): void => {
      const shares = sharesOf(addressOf(connection.request));
      const isHeard = countedPerMinute(socketEventsAMinute);
      connection.on('packet', ({ type }: { type: string }) => {
        if (type !== 'message') return;
        if (!isHeard([{ subject: '', times: 1 }]) || !isHeardFromAddress(shares)) connection.close(true);
      });
    },
  };
}
