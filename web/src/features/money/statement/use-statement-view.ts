import { addressWith, goBack, goTo } from '../../../platform/navigation.ts';
import { usePlace } from '../../../platform/place.tsx';
import type { InPlace } from '../../../ui/page-heading.tsx';
import { filterOf, pageOf, type StatementFilter } from './statement-filter.ts';

type ViewState = InPlace & { opensSlips?: boolean };

const IN_PLACE: ViewState = { inPlace: true };

/** Filter, page and open dialog live in the address: it can be reloaded, shared and gone back to. */
export function useStatementView() {
  const { pathname, search, state } = usePlace();
  const params = new URLSearchParams(search);

  const change = (values: Record<string, string | null>, replace: boolean, next: ViewState = IN_PLACE) => {
    const changed = new URLSearchParams(window.location.search);
    for (const [name, value] of Object.entries(values)) {
      if (value) changed.set(name, value);
      else changed.delete(name);
    }
    goTo(addressWith(pathname, changed), { replace, state: next });
  };

  return {
    filter: filterOf(params),
    page: pageOf(params),
    areResultsShown: params.get('results') === 'shown',
    areSlipsOpen: params.get('slips') === 'open',
    setPage: (page: number, replace = false) => change({ page: page > 1 ? String(page) : null }, replace),
    /** Another filter starts at its first page. */
    setFilter: (values: Partial<StatementFilter>) => change({ ...values, page: null }, true),
    clearFilter: () => change({ type: null, from: null, to: null, page: null }, true),
    showResults: (areShown: boolean) => change({ results: areShown ? 'shown' : null }, true),
    openSlips: () => change({ slips: 'open' }, false, { inPlace: true, opensSlips: true }),
    /** A phone's back gesture closes the dialog as well; closing by hand leaves no second history entry. */
    closeSlips: () => {
      if ((state as ViewState | null)?.opensSlips) goBack();
      else change({ slips: null }, true);
    },
  };
}
