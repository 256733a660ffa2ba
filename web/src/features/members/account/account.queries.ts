import { useMutation, useQuery } from '@tanstack/react-query';
import { call } from '../../../platform/api.ts';
import { replaceToken } from '../../../platform/session.ts';

export function useProfile({ enabled = true } = {}) {
  return useQuery({
    queryKey: ['profile'],
    queryFn: ({ signal }) => call('GET /api/account/profile', { signal }),
    enabled,
  });
}

export function useChangePassword() {
  return useMutation({
    mutationFn: (body: { oldPassword: string; newPassword: string }) => call('PUT /api/account/changepwd', { body }),
    onSuccess: ({ token }) => replaceToken(token),
  });
}
