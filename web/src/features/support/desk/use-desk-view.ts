import { useLocation, useNavigate, useSearchParams } from 'react-router';
import type { InPlace } from '../../../ui/page-heading.tsx';
import type { ListState } from './desk.queries.ts';

type FromList = InPlace & { fromList?: boolean };

/** Where the operator is, kept in the address: a reload and the browser's own way back lead there. */
export function useDeskView() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const { state }: { state: FromList | null } = useLocation();
  const list: ListState = search.get('list') === 'closed' ? 'closed' : 'open';
  const conversationId = search.get('conversation');
  const addressOf = (to: { list: ListState; conversationId?: string | null }) => {
    const next = new URLSearchParams();
    if (to.list === 'closed') next.set('list', 'closed');
    if (to.conversationId) next.set('conversation', to.conversationId);
    return { pathname: '/desk', search: next.toString() };
  };

  return {
    list,
    conversationId,
    turnTo: (to: ListState) =>
      navigate(addressOf({ list: to, conversationId }), { replace: true, state: { ...state, inPlace: true } }),
    addressOf: (id: string) => addressOf({ list, conversationId: id }),
    linkState: { inPlace: true, fromList: true } satisfies FromList,
    follow: (id: string) =>
      navigate(addressOf({ list, conversationId: id }), { replace: true, state: { ...state, inPlace: true } }),
    backToList: () => {
      // As the browser's own button does, so that it does not lead to the conversation again.
      if (state?.fromList) void navigate(-1);
      else void navigate(addressOf({ list }), { replace: true, state: { inPlace: true } satisfies FromList });
    },
  };
}
