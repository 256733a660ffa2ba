import type { Minor } from '@krapao/contract/money.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { deviceTimeOf } from '../../../platform/server-clock.ts';
import { useSecondsUntil } from '../../../ui/countdown.ts';
import { readWallet } from '../../../wallet/wallet.queries.ts';
import { qrPhase, type Watched } from './qr-phase.ts';
import type { QrcodeReply } from './qrcodes.queries.ts';

type QrWatch = { reply: QrcodeReply | undefined; balance: Minor; askAgain: () => void };

/** Follows a code from its first reading to its end, or until the member dismisses it. */
export function useQrPhase({ reply, balance, askAgain }: QrWatch) {
  const [seen, setSeen] = useState<Watched | null>(null);
  const [dismissedId, setDismissedId] = useState('');
  const [checkedId, setCheckedId] = useState('');
  if (reply?.hasQrcode && reply.qrcodeId !== seen?.code.qrcodeId) setSeen({ code: reply, balance });

  const watched = seen?.code.qrcodeId === dismissedId ? null : seen;
  const id = watched?.code.qrcodeId ?? null;
  const secondsLeft = useSecondsUntil(watched ? deviceTimeOf(watched.code.expireIn) : 0);
  const isClosed = reply?.hasQrcode === false;

  // A changed balance and the end of the code's time are both a reason to read the code again.
  const isOver = watched !== null && secondsLeft === 0;
  const look = useEffectEvent((_reason: [Minor, boolean]) => {
    if (watched && !isClosed) askAgain();
  });
  useEffect(() => look([balance, isOver]), [balance, isOver]);

  useEffect(() => {
    if (id && isClosed) void readWallet().then(() => setCheckedId(id));
  }, [id, isClosed]);

  return {
    phase: qrPhase({ watched, balance, secondsLeft, isClosed, isChecked: checkedId === id }),
    secondsLeft,
    dismiss: () => setDismissedId(id ?? ''),
  };
}
