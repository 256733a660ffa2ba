import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../platform/api.ts';
import { truelinkSecret } from '../../../platform/edition.ts';
import { createKeyKeeper } from '../../../platform/idempotency.ts';
import { walletChanged } from '../../../wallet/wallet.queries.ts';
import { createLinkSealer } from './true-link.ts';

export function useSendLink() {
  const [keys] = useState(createKeyKeeper);
  const [seal] = useState(() => createLinkSealer(truelinkSecret));
  return useMutation({
    mutationFn: async ({ link, walletAccountName }: { link: string; walletAccountName: string }) => {
      const body = { link: await seal(link, walletAccountName) };
      return keys.send(body, (idempotencyKey) => call('POST /api/wallet/truelink', { body, idempotencyKey }));
    },
    onSettled: walletChanged,
  });
}
