import { useMutation } from '@tanstack/react-query';
import { call } from '../../../platform/api.ts';
import { replaceToken } from '../../../platform/session.ts';

export function useChangePassword() {
  return useMutation({
    mutationFn: (body: { oldPassword: string; newPassword: string }) => call('PUT /api/account/changepwd', { body }),
    onSuccess: ({ token }) => replaceToken(token),
  });
}
