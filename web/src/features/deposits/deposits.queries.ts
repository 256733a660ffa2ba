import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call, type Reply } from '../../platform/api.ts';
import { truelinkSecret } from '../../platform/edition.ts';
import { createKeyKeeper } from '../../platform/idempotency.ts';
import { queryClient } from '../../platform/query-client.ts';
import { walletChanged } from '../../wallet/wallet.queries.ts';
import { createLinkSealer } from './truelinks/true-link.ts';

export type DepositWays = Reply<'GET /api/lookup/deposit'>;
export type DepositBank = DepositWays['banks'][number];
export type DepositWallet = DepositWays['wallets'][number];

/** The window opens and closes by the clock; nobody tells. */
const SLIP_WINDOW_ASK_MS = 60_000;

export function useDepositWays() {
  return useQuery({
    queryKey: ['deposit-ways'],
    queryFn: ({ signal }) => call('GET /api/lookup/deposit', { signal }),
  });
}

export function useSlipWindow() {
  return useQuery({
    queryKey: ['slip-window'],
    queryFn: ({ signal }) => call('GET /api/lookup/slip', { signal }),
    refetchInterval: SLIP_WINDOW_ASK_MS,
  });
}

export function useRenameAccount() {
  return useMutation({
    mutationFn: (body: { bankCode: string; bankAccountName: string }) =>
      call('PUT /api/account/bankAccountName', { body }),
    onSuccess: () => {
      walletChanged();
      void queryClient.invalidateQueries({ queryKey: ['profile'] });
    },
  });
}

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

export function useManualDeposit() {
  const [keys] = useState(createKeyKeeper);
  return useMutation({
    mutationFn: (body: { amount: number }) =>
      keys.send(body, (idempotencyKey) => call('POST /api/wallet/add', { body, idempotencyKey })),
  });
}
