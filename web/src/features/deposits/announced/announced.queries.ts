import { call } from '../../../platform/api.ts';
import { useOnce } from '../../../platform/use-once.ts';

export function useManualDeposit() {
  return useOnce({
    send: (body: { amount: number }, idempotencyKey) => call('POST /api/wallet/add', { body, idempotencyKey }),
  });
}
