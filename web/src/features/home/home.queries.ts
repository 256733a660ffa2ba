import { useQuery } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';

/** Undefined until the answer; a wheel whose state cannot be read counts as none. */
export function useIsWheelActive(): boolean | undefined {
  const { data, isError } = useQuery({
    queryKey: ['wheel-active'],
    queryFn: ({ signal }) => call('GET /api/spinwheel/active', { signal }),
  });
  return data?.active ?? (isError ? false : undefined);
}
