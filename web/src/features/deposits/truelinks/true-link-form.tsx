import { TRUE_WALLET_MINIMUM } from '@krapao/contract/deposits/limits.ts';
import Send from 'lucide-react/icons/send';
import { type FormEvent, useState } from 'react';
import { useI18n } from '../../../i18n/i18n.tsx';
import { ApiError } from '../../../platform/api-error.ts';
import { Button } from '../../../ui/button.tsx';
import { useCloseDialog } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/field.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { SentFailure } from '../../../wallet/sent-failure.tsx';
import { TrueHeading } from './true-heading.tsx';
import { useSendLink } from './truelinks.queries.ts';

export function TrueLinkForm({ walletAccountName }: { walletAccountName: string }) {
  const { t, errorText } = useI18n();
  const close = useCloseDialog();
  const sendLink = useSendLink();
  const [typed, setTyped] = useState('');
  const link = typed.trim();

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (link === '') return;
    sendLink.mutate(
      { link, walletAccountName },
      {
        onSuccess: ({ message }) => {
          showToast({ tone: 'success', text: errorText(new ApiError({ code: message })) });
          close();
        },
      },
    );
  };

  return (
    <form noValidate onSubmit={submit} className="grid gap-3.5">
      <TrueHeading title={t('deposit.true.gift')} hint={t('deposit.true.giftHint')} />
      <TextField
        label={t('deposit.true.link')}
        hint={t('deposit.true.minimum', { n: TRUE_WALLET_MINIMUM })}
        type="url"
        inputMode="url"
        enterKeyHint="send"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        placeholder="https://gift.truemoney.com/campaign/?v=…"
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
      />
      <SentFailure error={sendLink.error} />
      <Button type="submit" variant="gold" block pending={sendLink.isPending} disabled={link === ''}>
        {!sendLink.isPending && <Send aria-hidden="true" className="size-4.5" />}
        {t('deposit.true.send')}
      </Button>
    </form>
  );
}
