import { addWireMoney } from '@krapao/contract/money.ts';
import { useQuery } from '@tanstack/react-query';
import { useI18n } from '../i18n/i18n.tsx';
import { call, type Reply } from '../platform/api.ts';
import { createPendingIds } from '../platform/pending-ids.ts';
import { useMoneyWords } from '../ui/money-words.ts';
import { showToast } from '../ui/toast.tsx';
import { placeName } from './activity.ts';
import { openMovement } from './movement-place.ts';
import { useMovement } from './use-movement.ts';
import { useKnownWallet } from './wallet.queries.ts';

const PENDING_ASK_MS = 2_000;

type Movement = Reply<'POST /api/wallet/transfer'>;
type TransferInput = { from: string; to: string; amount: number };

/** Transfers that the server called pending, or that the member gave up without an answer. */
export const pendingTransfers = createPendingIds('pending-transfers');

export function useTransfer(onFound?: () => void) {
  return useTransferMovement(
    (body: TransferInput, idempotencyKey) => call('POST /api/wallet/transfer', { body, idempotencyKey }),
    onFound,
  );
}

export function useCollect() {
  return useTransferMovement((body: { to: string }, idempotencyKey) =>
    call('POST /api/wallet/transferAll', { body, idempotencyKey }),
  );
}

function useTransferMovement<Input extends object>(
  send: (input: Input, key: string) => Promise<Movement>,
  onFound?: () => void,
) {
  const { t } = useI18n();
  const doneText = useDoneText();
  return useMovement({
    pending: pendingTransfers,
    send,
    onSuccess: ({ id, status }, input) => {
      const action = { label: t('movement.view'), onPress: () => openMovement(id) };
      if (status === 'PENDING') {
        pendingTransfers.add(id);
        showToast({ tone: 'info', text: t('transfer.pending'), action });
        return;
      }
      const tell = (text: string) => showToast({ tone: 'success', text, action });
      const moved = movedBy(input);
      if (moved) tell(doneText(moved));
      else
        readMoved(id).then(
          (found) => tell(doneText(found)),
          // How much it was stands in the movement that the toast leads to.
          () => tell(t('state.success')),
        );
    },
    onFound,
  });
}

type Moved = { to: string; amount: number };

/** Null where all of it was moved: the server alone knows how much that was. */
function movedBy(input: object): Moved | null {
  return 'amount' in input && 'to' in input ? (input as Moved) : null;
}

async function readMoved(id: string): Promise<Moved> {
  const { movement } = await call('GET /api/statement/movement/{id}', { params: { id } });
  return movement;
}

/** Says how much has arrived, and where. */
export function useDoneText(): (moved: Moved) => string {
  const { t } = useI18n();
  const moneyWords = useMoneyWords();
  const wallet = useKnownWallet();
  return ({ to, amount }) =>
    t('transfer.done', {
      amount: moneyWords(addWireMoney([amount]), wallet?.profile.currency ?? 'BAHT'),
      place: placeName(to, t, wallet?.slots ?? []),
    });
}

export function useTransferState(id: string) {
  return useQuery({
    queryKey: ['transfer', id],
    queryFn: ({ signal }) => call('GET /api/wallet/transfer/{id}', { params: { id }, signal }),
    refetchInterval: PENDING_ASK_MS,
    retry: false,
    gcTime: 0,
  });
}
