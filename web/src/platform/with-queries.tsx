import type { ComponentType } from 'react';
import { fetchedPart } from './preload.ts';

type Load<P> = () => Promise<{ default: ComponentType<P> }>;

/**
 * A fetched part that brings the query machinery with it. The login page does without queries, and a tenth of its
 * JavaScript is saved.
 */
export function withQueries<P extends object>(load: Load<P>) {
  return fetchedPart(loadWithQueries(load));
}

export function loadWithQueries<P extends object>(load: Load<P>): Load<P> {
  return async () => {
    const [{ default: Part }, { QueryScope }] = await Promise.all([load(), import('./query-scope.tsx')]);
    const WithQueries = (props: P) => (
      <QueryScope>
        <Part {...props} />
      </QueryScope>
    );
    return { default: WithQueries };
  };
}
