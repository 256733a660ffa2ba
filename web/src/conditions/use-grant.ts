import { useEffect, useEffectEvent, useState } from 'react';
import { isUnheard } from '../platform/idempotency.ts';
import { isAbsent } from '../platform/pending-ids.ts';
import { useOnce } from '../platform/use-once.ts';
import { useStatementEntry } from '../wallet/statement-entry.queries.ts';
import { walletChanged } from '../wallet/wallet.queries.ts';

const ABSENT_TRIES = 10;

/**
 * Gives or takes back a reward once, and no other reward meanwhile. `onFound`: a reward without an answer, which is an entry
 * of the statement, was given all the same; it is looked for while the member may still try again.
 */
export function useGrant<Input extends object, Answer>(
  send: (input: Input, idempotencyKey: string) => Promise<Answer>,
  onFound?: () => void,
) {
  const [lookedFor, setLookedFor] = useState<string | null>(null);
  const once = useOnce({
    kind: 'grant',
    send: (input: Input, key) => {
      setLookedFor(null);
      return send(input, key);
    },
    onUnanswered: (key, error) => {
      if (onFound && isUnheard(error)) setLookedFor(key);
    },
    onSettled: walletChanged,
  });
  const asked = useStatementEntry('bonus', lookedFor);
  const isThere = asked.isSuccess;
  const hasNotArrived = isAbsent(asked, ABSENT_TRIES);
  const end = useEffectEvent(() => {
    setLookedFor(null);
    if (!isThere) return;
    once.forget();
    once.reset();
    walletChanged();
    onFound?.();
  });
  useEffect(() => {
    if (isThere || hasNotArrived) end();
  }, [isThere, hasNotArrived]);
  return once;
}
