import { PAGE_LIMIT_MAX } from '@krapao/contract/limits.ts';
import type { DeskConversation } from '@krapao/contract/support/desk.ts';
import { useMutation } from '@tanstack/react-query';
import CircleCheckBig from 'lucide-react/icons/circle-check-big';
import { useState } from 'react';
import { useI18n } from '../../../i18n/i18n.tsx';
import { AlertDialog } from '../../../ui/alert-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { useFailureToast } from '../../../ui/use-failure-toast.ts';
import { listsChanged } from './desk.queries.ts';
import { deskCall } from './desk-session.ts';

/** Ends the conversations of all visitors in the list who wait for a person: one person can be many visitors. */
export function CloseVisitorsButton({ rooms }: { rooms: readonly DeskConversation[] }) {
  const { t } = useI18n();
  const tellFailure = useFailureToast();
  /** The visitors whom the operator was asked about; the list may change meanwhile. */
  const [asked, setAsked] = useState<string[] | null>(null);
  const close = useMutation({
    mutationFn: (conversationIds: string[]) => deskCall('POST /api/desk/close-many', { body: { conversationIds } }),
    onSuccess: (_, { length: n }) => showToast({ tone: 'success', text: t('desk.closeVisitors.done', { n }) }),
    onError: tellFailure,
    onSettled: () => {
      setAsked(null);
      void listsChanged();
    },
  });
  const isWaitingVisitor = ({ state, customer }: DeskConversation) => state === 'waiting' && customer.userId === null;
  const visitors = rooms.filter(isWaitingVisitor).slice(0, PAGE_LIMIT_MAX);
  if (visitors.length < 2 && asked === null) return null;
  return (
    <div className="px-4 pb-2">
      <Button
        variant="plain"
        size="s"
        block
        onClick={() => setAsked(visitors.map(({ id }) => id))}
        className="min-h-11!"
      >
        <CircleCheckBig aria-hidden="true" className="size-4.5" />
        {t('desk.closeVisitors', { n: visitors.length })}
      </Button>
      <AlertDialog
        open={asked !== null}
        onClose={() => setAsked(null)}
        tone="question"
        title={t('desk.closeVisitors.question', { n: asked?.length ?? 0 })}
        confirm={{ label: t('desk.close'), onConfirm: () => asked && close.mutate(asked), pending: close.isPending }}
      >
        <p className="text-balance">{t('desk.closeVisitors.text')}</p>
      </AlertDialog>
    </div>
  );
}
