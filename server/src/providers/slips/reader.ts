import { Worker } from 'node:worker_threads';

/** `unreadable` is no picture, a broken one or one that is too small; in `no-qr` there was nothing to read. */
export type SlipReading = { kind: 'qr'; text: string } | { kind: 'no-qr' } | { kind: 'unreadable' };

export type FromWorker = { is: 'ready' } | { is: 'reading'; reading: SlipReading } | { is: 'error'; message: string };

export type SlipReader = { read: (path: string) => Promise<SlipReading>; close: () => Promise<void> };

type Waiting = { path: string; settle: (reading: SlipReading) => void; fail: (error: Error) => void };

const PICTURE_DEADLINE_MS = 10_000;

/**
 * Reads the QR codes of pictures in a thread of its own, one at a time: decoding takes a core and handles what strangers
 * made. A picture that is too much for the thread ends the thread and is unreadable; the next gets a new one. Errors are
 * left for what is not the picture's fault.
 */
export function openSlipReader({
  deadlineMs = PICTURE_DEADLINE_MS,
  worker = new URL('./reader-worker.ts', import.meta.url),
}: {
  deadlineMs?: number;
  worker?: URL;
} = {}): SlipReader {
  const waiting: Waiting[] = [];
  let thread: { worker: Worker; isReady: boolean } | undefined;
  let current: (Waiting & { deadline: NodeJS.Timeout }) | undefined;
  let isClosed = false;

  function next(): void {
    if (current || waiting.length === 0) return;
    thread ??= start();
    // Held only while somebody waits, so an idle reader never keeps the process alive.
    thread.worker.ref();
    if (!thread.isReady) return;
    const begun = waiting.shift() as Waiting;
    current = { ...begun, deadline: setTimeout(giveUp, deadlineMs) };
    thread.worker.postMessage(begun.path);
  }

  function start() {
    const started = { worker: new Worker(worker), isReady: false };
    let lastError = new Error('the thread ended by itself');
    started.worker.on('message', (message: FromWorker) => {
      if (thread !== started) return;
      if (message.is === 'ready') started.isReady = true;
      else if (message.is === 'reading') done(({ settle }) => settle(message.reading));
      else done(({ fail }) => fail(new Error(`cannot read the slip: ${message.message}`)));
      next();
    });
    started.worker.on('error', (error: Error) => {
      lastError = error;
    });
    started.worker.on('exit', () => {
      if (thread !== started) return;
      thread = undefined;
      // A thread that never got ready failed for all; any other died of the picture it had.
      if (started.isReady) done(({ settle }) => settle({ kind: 'unreadable' }));
      else refuseAll(new Error('the slip reader does not start', { cause: lastError }));
      next();
    });
    return started;
  }

  function giveUp(): void {
    void thread?.worker.terminate();
    thread = undefined;
    done(({ settle }) => settle({ kind: 'unreadable' }));
    next();
  }

  function done(tell: (finished: Waiting) => void): void {
    const finished = current;
    current = undefined;
    if (waiting.length === 0) thread?.worker.unref();
    if (!finished) return;
    clearTimeout(finished.deadline);
    tell(finished);
  }

  function refuseAll(error: Error): void {
    done(({ fail }) => fail(error));
    for (const { fail } of waiting.splice(0)) fail(error);
  }

  return {
    read: (path) =>
      new Promise((settle, fail) => {
        if (isClosed) return fail(new Error('the slip reader is closed'));
        waiting.push({ path, settle, fail });
        next();
      }),
    close: async () => {
      isClosed = true;
      const ending = thread?.worker;
      thread = undefined;
      refuseAll(new Error('the slip reader is closed'));
      await ending?.terminate();
    },
  };
}
