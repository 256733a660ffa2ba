import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, type Reply } from '../../../platform/api.ts';

export type SecurityEntry = Reply<'GET /api/account/security'>['events'][number];

const securityQuery = queryOptions({
  queryKey: ['security'],
  queryFn: ({ signal }) => call('GET /api/account/security', { signal }),
});

export const useSecurity = () => useQuery(securityQuery);

export function useSignOutElsewhere() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call('POST /api/account/security/signOutElsewhere'),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: securityQuery.queryKey }),
  });
}
