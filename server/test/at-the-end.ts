const waiting: (() => Promise<unknown>)[] = [];

/** Done when the test file is over, the last first. Unlike `afterAll` it can be asked for in the middle of a test. */
export function atTheEnd(work: () => Promise<unknown>): void {
  waiting.push(work);
}

export async function end(): Promise<void> {
  for (let work = waiting.pop(); work; work = waiting.pop()) await work();
}
