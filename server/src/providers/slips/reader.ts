import { type ReaderThread, startThread } from './reader-thread.ts';
import type { SlipReading } from './slip-reading.ts';

export type SlipReader = { read: (path: string) => Promise<SlipReading>; close: () => Promise<void> };

type Waiting = { path: string; settle: (reading: SlipReading) => void; fail: (error: Error) => void };

type Options = { deadlineMs?: number; worker?: URL };

const PICTURE_DEADLINE_MS = 10_000;

/**
 * Reads the QR codes of pictures in a thread of its own, one at a time: decoding takes a core and handles files of
 * strangers. A picture that is too much for the thread ends it and is unreadable; the next picture gets a new thread.
 * Only failures that are not the picture's fault are errors. Before there is a thread, the loaders of pictures that nobody may
 * send are blocked for the whole process, by `picture.ts`.
 */
export function openSlipReader({
  deadlineMs = PICTURE_DEADLINE_MS,
  worker = new URL('./reader-worker.ts', import.meta.url),
}: Options = {}): SlipReader {
  const waiting: Waiting[] = [];
  let thread: ReaderThread | undefined;
  let current: (Waiting & { deadline: NodeJS.Timeout }) | undefined;
  let isClosed = false;

  function readNext(): void {
    if (current || waiting.length === 0) return;
    thread ??= startThread(worker, { onReady: readNext, onAnswer, onEnd });
    thread.hold(true);
    if (!thread.isReady) return;
    const begun = waiting.shift() as Waiting;
    current = { ...begun, deadline: setTimeout(giveUp, deadlineMs) };
    thread.read(begun.path);
  }

  function onAnswer(answer: SlipReading | Error): void {
    endCurrent(answer);
    readNext();
  }

  function onEnd(neverReady: Error | null): void {
    thread = undefined;
    if (neverReady) refuseAll(neverReady);
    onAnswer({ kind: 'unreadable' });
  }

  function giveUp(): void {
    void thread?.terminate();
    thread = undefined;
    onAnswer({ kind: 'unreadable' });
  }

  function endCurrent(answer: SlipReading | Error): void {
    const finished = current;
    current = undefined;
    if (waiting.length === 0) thread?.hold(false);
    if (!finished) return;
    clearTimeout(finished.deadline);
    if (answer instanceof Error) finished.fail(answer);
    else finished.settle(answer);
  }

  function refuseAll(error: Error): void {
    endCurrent(error);
    for (const { fail } of waiting.splice(0)) fail(error);
  }

  return {
    read: async (path) => {
      await import('../pictures/picture.ts');
      if (isClosed) throw new Error('the slip reader is closed');
      return new Promise((settle, fail) => {
        waiting.push({ path, settle, fail });
        readNext();
      });
    },
    close: async () => {
      isClosed = true;
      const ending = thread;
      thread = undefined;
      refuseAll(new Error('the slip reader is closed'));
      await ending?.terminate();
    },
  };
}
