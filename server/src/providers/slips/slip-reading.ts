/** `unreadable` is no picture, a broken one or one that is too small; in `no-qr` there was nothing to read. */
export type SlipReading = { kind: 'qr'; text: string } | { kind: 'no-qr' } | { kind: 'unreadable' };
