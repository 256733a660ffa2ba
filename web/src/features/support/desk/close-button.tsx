import type { DeskConversation } from '@krapao/contract/support/desk.ts';
import { useMutation } from '@tanstack/react-query';
import CircleCheckBig from 'lucide-react/icons/circle-check-big';
import { useState } from 'react';
import { useI18n } from '../../../i18n/i18n.tsx';
import { AlertDialog } from '../../../ui/alert-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { useFailureToast } from '../../../ui/use-failure-toast.ts';
import { roomChanged } from './desk-rooms.ts';
import { deskCall } from './desk-session.ts';

export function CloseButton({ about: { id }, name }: { about: DeskConversation; name: string }) {
  const { t } = useI18n();
  const tellFailure = useFailureToast();
  const [isAsked, setIsAsked] = useState(false);
  const close = useMutation({
    mutationFn: () => deskCall('POST /api/desk/close', { body: { conversationId: id } }),
    onSuccess: () => {
      setIsAsked(false);
      showToast({ tone: 'success', text: t('desk.close.done') });
      roomChanged(id);
    },
    onError: (error) => {
      setIsAsked(false);
      tellFailure(error);
    },
  });
  return (
    <>
      <Button variant="plain" size="s" onClick={() => setIsAsked(true)} className="shrink-0 min-h-11! px-3!">
        <CircleCheckBig aria-hidden="true" className="size-4.5" />
        <span className="sr-only sm:not-sr-only">{t('desk.close')}</span>
      </Button>
      <AlertDialog
        open={isAsked}
        onClose={() => setIsAsked(false)}
        tone="question"
        title={t('desk.close.question')}
        confirm={{ label: t('desk.close'), onConfirm: () => close.mutate(), pending: close.isPending }}
      >
        <p className="text-balance wrap-anywhere">{t('desk.close.text', { name })}</p>
      </AlertDialog>
    </>
  );
}
