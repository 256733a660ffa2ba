import { addressWith, currentPlace, goBack, goTo } from '../platform/navigation.ts';
import { usePlace } from '../platform/place.tsx';

/** The name in the address of the movement whose sheet is open, above whatever page the member is on. */
const PARAM = 'movement';
const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

type Opened = { inPlace: true; opensMovement?: boolean };

const stateNow = () => (currentPlace().state ?? {}) as object;

/** Opens the sheet of a movement; going back closes it. */
export function openMovement(id: string): void {
  const state: Opened = { ...stateNow(), inPlace: true, opensMovement: true };
  goTo(addressWithMovement(id), { state });
}

function addressWithMovement(id: string | null): string {
  const { pathname, search } = currentPlace();
  const params = new URLSearchParams(search);
  if (id === null) params.delete(PARAM);
  else params.set(PARAM, id);
  return addressWith(pathname, params);
}

/** The movement whose sheet is open. Closing by hand leaves no second entry in the browser's history. */
export function useMovementPlace(): { id: string | null; close: () => void } {
  const { search, state } = usePlace();
  const id = new URLSearchParams(search).get(PARAM)?.toLowerCase() ?? '';
  return {
    id: ID.test(id) ? id : null,
    close: () => {
      if ((state as Partial<Opened> | null)?.opensMovement) goBack();
      else goTo(addressWithMovement(null), { replace: true, state: { ...stateNow(), inPlace: true } satisfies Opened });
    },
  };
}
