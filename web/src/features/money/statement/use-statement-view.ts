import { useLocation, useNavigate, useSearchParams } from 'react-router';
import type { InPlace } from '../../../ui/page-heading.tsx';
import { filterOf, pageOf, type StatementFilter } from './statement-filter.ts';

type ViewState = InPlace & { opensSlips?: boolean };

const IN_PLACE: ViewState = { inPlace: true };

/** Filter, page and open dialog live in the address: it can be reloaded, shared and gone back to. */
export function useStatementView() {
  const [params, setParams] = useSearchParams();
  const navigate = useNavigate();
  const { state } = useLocation();

  const change = (values: Record<string, string | null>, replace: boolean, next: ViewState = IN_PLACE) =>
    setParams(
      (old) => {
        for (const [name, value] of Object.entries(values)) {
          if (value) old.set(name, value);
          else old.delete(name);
        }
        return old;
      },
      { replace, state: next, preventScrollReset: true },
    );

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
      if ((state as ViewState | null)?.opensSlips) void navigate(-1);
      else change({ slips: null }, true);
    },
  };
}
