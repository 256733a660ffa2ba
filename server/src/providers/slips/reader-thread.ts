import { Worker } from 'node:worker_threads';
import type { SlipReading } from './slip-reading.ts';

export type FromWorker = { is: 'ready' } | { is: 'reading'; reading: SlipReading } | { is: 'error'; message: string };

type ThreadEvents = {
  onReady: () => void;
  /** An `Error` is a failure that was not the picture's fault. */
  onAnswer: (answer: SlipReading | Error) => void;
  /**
   * The thread ended by itself: because of its picture (null), or before it was ready, by an error that would end any
   * other thread too.
   */
  onEnd: (neverReady: Error | null) => void;
};

export type ReaderThread = {
  isReady: boolean;
  read: (path: string) => void;
  /** Held while a picture waits: an idle thread never keeps the process alive. */
  hold: (isHeld: boolean) => void;
  /** After this the thread reports nothing more. */
  terminate: () => Promise<void>;
};

/** One thread that decodes one picture at a time. */
export function startThread(file: URL, { onReady, onAnswer, onEnd }: ThreadEvents): ReaderThread {
  const worker = new Worker(file);
  let isOver = false;
  let lastError = new Error('the thread ended by itself');
  const thread: ReaderThread = {
    isReady: false,
    read: (path) => worker.postMessage(path),
    hold: (isHeld) => (isHeld ? worker.ref() : worker.unref()),
    terminate: async () => {
      isOver = true;
      await worker.terminate();
    },
  };
  worker.on('message', (message: FromWorker) => {
    if (isOver) return;
    if (message.is === 'ready') {
      thread.isReady = true;
      onReady();
    } else if (message.is === 'reading') onAnswer(message.reading);
    else onAnswer(new Error(`cannot read the slip: ${message.message}`));
  });
  worker.on('error', (error: Error) => {
    lastError = error;
  });
  worker.on('exit', () => {
    if (isOver) return;
    isOver = true;
    onEnd(thread.isReady ? null : new Error('the slip reader does not start', { cause: lastError }));
  });
  return thread;
}
