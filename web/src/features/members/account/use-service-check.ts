import { useEffect } from 'react';
import { call } from '../../../platform/api.ts';
import { isServiceGone } from '../../../platform/failures.ts';
import { goTo } from '../../../platform/navigation.ts';

/** The login page asks whether the service is still there: gone leads to its notice, else the marker is cleared. */
export function useServiceCheck(): void {
  useEffect(() => {
    const leaving = new AbortController();
    call('GET /api/lookup/active', { signal: leaving.signal }).then(
      ({ terminated }) => {
        isServiceGone.set(terminated === 'gone');
        if (terminated === 'gone') goTo('/terminated', { replace: true });
        else document.body.removeAttribute('data-terminated');
      },
      // A server that cannot be asked now answers when the member logs in.
      () => undefined,
    );
    return () => leaving.abort();
  }, []);
}
