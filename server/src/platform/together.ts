const MOST_AT_ONCE = 200;
const SIDE_BY_SIDE = 2;

type Waiting<Q, A> = { question: Q; settle: (answer: A) => void; fail: (error: unknown) => void };

/**
 * Asks questions that arrive at the same time in one round trip, which under load is most of a query's cost. A question
 * is never answered from a round that began before it came.
 */
export function askedTogether<Q, A>(askAll: (questions: Q[]) => Promise<A[]>): (question: Q) => Promise<A> {
  const waiting: Waiting<Q, A>[] = [];
  let rounds = 0;
  let isDue = false;

  const round = async () => {
    const asked = waiting.splice(0, MOST_AT_ONCE);
    rounds += 1;
    try {
      const answers = await askAll(asked.map(({ question }) => question));
      asked.forEach(({ settle }, index) => {
        settle(answers[index] as A);
      });
    } catch (error) {
      for (const { fail } of asked) fail(error);
    }
    rounds -= 1;
    beginRound();
  };
  const beginRound = () => {
    if (isDue || waiting.length === 0 || rounds >= SIDE_BY_SIDE) return;
    isDue = true;
    setImmediate(() => {
      isDue = false;
      void round();
    });
  };
  return (question) =>
    new Promise((settle, fail) => {
      waiting.push({ question, settle, fail });
      beginRound();
    });
}
