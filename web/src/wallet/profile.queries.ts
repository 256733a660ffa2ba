import { useQuery } from '@tanstack/react-query';
import { call } from '../platform/api.ts';
import { queryClient } from '../platform/query-client.ts';

const PROFILE_KEY = ['profile'];

export function useProfile({ enabled = true } = {}) {
  return useQuery({
    queryKey: PROFILE_KEY,
    queryFn: ({ signal }) => call('GET /api/account/profile', { signal }),
    enabled,
  });
}

export function profileChanged(): void {
  void queryClient.invalidateQueries({ queryKey: PROFILE_KEY });
}
