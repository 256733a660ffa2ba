import { Agent, request } from 'node:http';
import type { Member } from './world.ts';

const agent = new Agent({ keepAlive: true });

export type Call = { method: 'GET' | 'POST'; path: string; body?: unknown };

/** Makes a call. Returns the status of the answer. */
export function send(url: string, { token }: Member, { method, path, body }: Call): Promise<number> {
  const payload = body === undefined ? '' : JSON.stringify(body);
  const headers = {
    'x-api-key': 'member-web',
    authorization: `Bearer ${token}`,
    ...(payload && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }),
  };
  return new Promise((settle, fail) => {
    const asked = request(url + path, { method, agent, headers }, (answer) => {
      answer.resume();
      answer.on('end', () => settle(answer.statusCode ?? 0));
    });
    asked.on('error', fail);
    asked.end(payload);
  });
}

export type Measured = { perSecond: number; medianMs: number; p99Ms: number; count: number };

/** Every member calls again as soon as there is an answer. Any other status than 200 throws: errors are quick. */
export async function callInTurns(
  url: string,
  members: Member[],
  seconds: number,
  next: (member: Member, turn: number) => Call,
) {
  const end = performance.now() + seconds * 1000;
  const times: number[] = [];
  await Promise.all(
    members.map(async (member) => {
      for (let turn = 0; performance.now() < end; turn++) times.push(await timed(url, member, next(member, turn)));
    }),
  );
  return summary(times, seconds);
}

/** Makes `perSecond` calls a second, whether or not earlier calls were answered. */
export async function callAtRate(url: string, members: Member[], seconds: number, perSecond: number, call: Call) {
  const times = await atRate(seconds * perSecond, perSecond, (n) =>
    timed(url, members[n % members.length] as Member, call),
  );
  return summary(times, seconds);
}

/** Starts `work` `perSecond` times a second, whether or not earlier runs have ended. */
export async function atRate<T>(count: number, perSecond: number, work: (n: number) => Promise<T>): Promise<T[]> {
  const works: Promise<T>[] = [];
  const start = performance.now();
  for (let n = 0; n < count; n++) {
    const waitMs = start + (n * 1000) / perSecond - performance.now();
    if (waitMs > 0) await new Promise((settle) => setTimeout(settle, waitMs));
    works.push(work(n));
  }
  return Promise.all(works);
}

export async function timed(url: string, member: Member, call: Call): Promise<number> {
  const start = performance.now();
  const status = await send(url, member, call);
  if (status !== 200) throw new Error(`${call.method} ${call.path} answered ${status}`);
  return performance.now() - start;
}

export function summary(times: number[], seconds: number): Measured {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
  return { perSecond: sorted.length / seconds, medianMs: at(0.5), p99Ms: at(0.99), count: sorted.length };
}

export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
