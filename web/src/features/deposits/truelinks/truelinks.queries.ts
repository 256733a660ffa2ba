import { useState } from 'react';
import { call } from '../../../platform/api.ts';
import { truelinkSecret } from '../../../platform/edition.ts';
import { useOnce } from '../../../platform/use-once.ts';
import { walletChanged } from '../../../wallet/wallet.queries.ts';
import { noteDeposit } from '../last-deposit.ts';
import { createLinkSealer } from './true-link.ts';

export function useSendLink() {
  const [seal] = useState(() => createLinkSealer(truelinkSecret));
  return useOnce({
    send: async ({ link, walletAccountName }: { link: string; walletAccountName: string }, idempotencyKey) => {
      const body = { link: await seal(link, walletAccountName) };
      return call('POST /api/wallet/truelink', { body, idempotencyKey });
    },
    onSuccess: () => noteDeposit({ way: 'true' }),
    onSettled: walletChanged,
  });
}
