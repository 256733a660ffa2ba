const waiting: (() => Promise<unknown>)[] = [];

/** Runs `work` when the test file is over, the last work first. Unlike `afterAll` it may be called within a test. */
export function atTheEnd(work: () => Promise<unknown>): void {
  waiting.push(work);
}

export async function end(): Promise<void> {
  for (let work = waiting.pop(); work; work = waiting.pop()) await work();
}
