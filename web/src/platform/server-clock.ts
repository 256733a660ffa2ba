/** A `Date` header counts whole seconds and may have travelled for a while; less than this is no wrong clock. */
const TOLERANCE_MS = 5_000;
const HEADER_STEP_MS = 1_000;

type Exchange = { date: string | null; sentAt: number; receivedAt: number };

/**
 * How far the server's clock is ahead of this device's, in milliseconds. The header was written at some moment
 * between sending and receiving: only an offset outside of that span is the device's fault, however slow the network.
 */
export function clockOffset({ date, sentAt, receivedAt }: Exchange, before: number): number {
  const written = Date.parse(date ?? '');
  if (Number.isNaN(written)) return before;
  const least = written - receivedAt;
  const most = written + HEADER_STEP_MS - sentAt;
  if (before >= least - TOLERANCE_MS && before <= most + TOLERANCE_MS && before !== 0) return before;
  if (least > TOLERANCE_MS) return least;
  return most < -TOLERANCE_MS ? most : 0;
}

let offset = 0;

export function noteServerClock(exchange: Exchange): void {
  offset = clockOffset(exchange, offset);
}

/** The time of this device's clock at a time of the server's clock. */
export function deviceTimeOf(serverTime: string): number {
  return Date.parse(serverTime) - offset;
}

/** The server's time now. */
export function serverNow(): number {
  return Date.now() + offset;
}
