import { RetryPanel } from '../../ui/retry-panel.tsx';
import type { Part } from '../part.ts';

const nothing = () => undefined;

export const part: Part = {
  states: {
    default: ({ t }) => <RetryPanel text={t('register.bank.failed')} onRetry={nothing} />,
    busy: ({ t }) => <RetryPanel text={t('deposit.notLoaded')} onRetry={nothing} pending />,
    'long text': ({ t }) => <RetryPanel text={t('error.IDEMPOTENCY_CONFLICT')} onRetry={nothing} />,
  },
};
