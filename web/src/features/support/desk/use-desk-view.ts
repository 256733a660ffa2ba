import { addressWith, goBack, goTo } from '../../../platform/navigation.ts';
import { usePlace } from '../../../platform/place.tsx';
import type { InPlace } from '../../../ui/page-heading.tsx';
import type { ListState } from './desk.queries.ts';

type FromList = InPlace & { fromList?: boolean };

/** The open list and room are kept in the address, for a reload and the browser's back button. */
export function useDeskView() {
  const place = usePlace();
  const state = place.state as FromList | null;
  const search = new URLSearchParams(place.search);
  const list: ListState = search.get('list') === 'closed' ? 'closed' : 'open';
  const roomId = search.get('conversation');
  const addressOf = (to: { list: ListState; roomId?: string | null }) => {
    const next = new URLSearchParams();
    if (to.list === 'closed') next.set('list', 'closed');
    if (to.roomId) next.set('conversation', to.roomId);
    return addressWith('/desk', next);
  };

  return {
    list,
    roomId,
    turnTo: (to: ListState) =>
      goTo(addressOf({ list: to, roomId }), { replace: true, state: { ...state, inPlace: true } }),
    addressOf: (id: string) => addressOf({ list, roomId: id }),
    linkState: { inPlace: true, fromList: true } satisfies FromList,
    follow: (id: string) =>
      goTo(addressOf({ list, roomId: id }), { replace: true, state: { ...state, inPlace: true } }),
    backToList: () => {
      // Goes back in the history, so that the browser's back button does not lead to the room again.
      if (state?.fromList) goBack();
      else goTo(addressOf({ list }), { replace: true, state: { inPlace: true } satisfies FromList });
    },
  };
}
