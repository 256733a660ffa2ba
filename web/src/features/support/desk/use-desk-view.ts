import { useLocation, useNavigate, useSearchParams } from 'react-router';
import type { InPlace } from '../../../ui/page-heading.tsx';
import type { ListState } from './desk.queries.ts';

type FromList = InPlace & { fromList?: boolean };

/** The open list and room are kept in the address, for a reload and the browser's back button. */
export function useDeskView() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const { state }: { state: FromList | null } = useLocation();
  const list: ListState = search.get('list') === 'closed' ? 'closed' : 'open';
  const roomId = search.get('conversation');
  const addressOf = (to: { list: ListState; roomId?: string | null }) => {
    const next = new URLSearchParams();
    if (to.list === 'closed') next.set('list', 'closed');
    if (to.roomId) next.set('conversation', to.roomId);
    return { pathname: '/desk', search: next.toString() };
  };

  return {
    list,
    roomId,
    turnTo: (to: ListState) =>
      navigate(addressOf({ list: to, roomId }), { replace: true, state: { ...state, inPlace: true } }),
    addressOf: (id: string) => addressOf({ list, roomId: id }),
    linkState: { inPlace: true, fromList: true } satisfies FromList,
    follow: (id: string) =>
      navigate(addressOf({ list, roomId: id }), { replace: true, state: { ...state, inPlace: true } }),
    backToList: () => {
      // Goes back in the history, so that the browser's back button does not lead to the room again.
      if (state?.fromList) void navigate(-1);
      else void navigate(addressOf({ list }), { replace: true, state: { inPlace: true } satisfies FromList });
    },
  };
}
