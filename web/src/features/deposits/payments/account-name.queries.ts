import { useMutation } from '@tanstack/react-query';
import { call } from '../../../platform/api.ts';
import { profileChanged } from '../../../wallet/profile.queries.ts';
import { walletChanged } from '../../../wallet/wallet.queries.ts';

export function useRenameAccount() {
  return useMutation({
    mutationFn: (body: { bankCode: string; bankAccountName: string }) =>
      call('PUT /api/account/bankAccountName', { body }),
    onSuccess: () => {
      walletChanged();
      profileChanged();
    },
  });
}
