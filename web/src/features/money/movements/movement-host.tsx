import { loadWithQueries } from '../../../platform/with-queries.tsx';
import { fetchedDialog } from '../../../ui/fetched-dialog.ts';
import { useMovementPlace } from '../../../wallet/movement-place.ts';

const Sheet = fetchedDialog(loadWithQueries(() => import('./movement-sheet.tsx')));

/** The sheet of the movement that the address names, above any page of a member. */
export function MovementHost() {
  const { id, close } = useMovementPlace();
  return <Sheet id={id} open={id !== null} onClose={close} />;
}
