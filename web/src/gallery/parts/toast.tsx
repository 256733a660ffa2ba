import { Button } from '../../ui/button.tsx';
import { showToast } from '../../ui/toast.tsx';
import type { ToastTone } from '../../ui/toast-queue.ts';
import type { Part } from '../part.ts';

const shower = (tone: ToastTone, text: string) => (
  <Button variant="plain" onClick={() => showToast({ tone, text })}>
    <span lang="en">Show</span>
  </Button>
);

export const part: Part = {
  room: 'word',
  states: {
    success: ({ t }) => shower('success', t('state.saved')),
    info: ({ t }) => shower('info', t('transfer.pending')),
    'error, long': ({ t }) => shower('error', t('error.IDEMPOTENCY_CONFLICT')),
  },
};
