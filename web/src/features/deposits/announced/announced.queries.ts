import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../platform/api.ts';
import { createKeyKeeper } from '../../../platform/idempotency.ts';

export function useManualDeposit() {
  const [keys] = useState(createKeyKeeper);
  return useMutation({
    mutationFn: (body: { amount: number }) =>
      keys.send(body, (idempotencyKey) => call('POST /api/wallet/add', { body, idempotencyKey })),
  });
}
