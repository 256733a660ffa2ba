import { type ComponentType, lazy } from 'react';
import { preloadable } from './preload.ts';

/**
 * A lazy component that brings the query machinery with it. The login page does without queries, and a tenth
 * of its JavaScript is saved.
 */
export function withQueries<P extends object>(load: () => Promise<{ default: ComponentType<P> }>) {
  const loadBoth = async () => {
    const [{ default: Part }, { QueryScope }] = await Promise.all([load(), import('./query-scope.tsx')]);
    const WithQueries = (props: P) => (
      <QueryScope>
        <Part {...props} />
      </QueryScope>
    );
    return { default: WithQueries };
  };
  return preloadable(lazy(loadBoth), loadBoth);
}
