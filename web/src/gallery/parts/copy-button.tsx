import { CopyButton } from '../../ui/copy-button.tsx';
import type { Part } from '../part.ts';

export const part: Part = {
  states: {
    default: ({ t }) => <CopyButton text="123-4-56789-0" what={t('register.accountNo')} />,
    'beside a long text': ({ t }) => (
      <div className="flex items-center gap-3 rounded-md bg-ink-2 p-3">
        <p className="min-w-0 flex-1 truncate">https://krapao.example/register?invite=KRP0812345678</p>
        <CopyButton text="https://krapao.example/register?invite=KRP0812345678" what={t('invite.link')} />
      </div>
    ),
  },
};
