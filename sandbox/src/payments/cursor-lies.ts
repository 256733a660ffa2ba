import type { Books } from '../books.ts';
import { type Lie, takeLies } from '../lies.ts';

const FAR_AWAY = 1_000_000n;

export const cursorLies = (targets: string[]): Lie[] =>
  targets.map((target) => ({
    target,
    lie: 'wrong-next',
    meaning: 'Says that its next page begins far behind its last line.',
  }));

/** Where the feed says that its next page begins, where it lies or not. */
export async function tellNext(books: Books, target: string, next: string): Promise<string> {
  const lies = await takeLies(books, target, ['wrong-next']);
  return lies.has('wrong-next') ? String(BigInt(next) + FAR_AWAY) : next;
}
