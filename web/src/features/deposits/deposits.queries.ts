import { useQuery } from '@tanstack/react-query';
import { call, type Reply } from '../../platform/api.ts';

export type DepositWays = Reply<'GET /api/lookup/deposit'>;
export type DepositBank = DepositWays['banks'][number];
/** Of a bank or provider that makes QR codes. */
export type QrTerms = NonNullable<DepositBank['qrcode']>;
export type DepositWallet = DepositWays['wallets'][number];

export function useDepositWays() {
  return useQuery({
    queryKey: ['deposit-ways'],
    queryFn: ({ signal }) => call('GET /api/lookup/deposit', { signal }),
  });
}
