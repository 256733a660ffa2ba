import Copy from 'lucide-react/icons/copy';
import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import KeyRound from 'lucide-react/icons/key-round';
import { type ReactNode, useState } from 'react';
import { useI18n } from '../../../i18n/i18n.tsx';
import { AlertDialog } from '../../../ui/alert-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { useCopy } from '../../../ui/use-copy.ts';
import { useFailureToast } from '../../../ui/use-failure-toast.ts';
import type { GameAccount } from '../../../wallet/wallet.queries.ts';
import { type Credentials, useResetPassword } from './games.queries.ts';

const HIDDEN = '••••••••';

type CredentialsListProps = { game: GameAccount; credentials: Credentials };

export function CredentialsList({ game, credentials: { username, password } }: CredentialsListProps) {
  const { t } = useI18n();
  const [isShown, setShown] = useState(false);

  const copy = useCopy();

  return (
    <div>
      <div className="divide-y divide-ink-3/70 rounded-md bg-ink-2">
        <Row label={t('game.username')} value={username}>
          <IconButton look="bare" icon={Copy} label={t('game.copyUsername')} onClick={() => void copy(username)} />
        </Row>
        <Row label={t('game.password')} value={isShown ? password : HIDDEN}>
          <IconButton
            look="bare"
            icon={isShown ? EyeOff : Eye}
            label={isShown ? t('login.hidePassword') : t('login.showPassword')}
            aria-pressed={isShown}
            onClick={() => setShown(!isShown)}
          />
          <IconButton
            look="bare"
            icon={Copy}
            label={t('game.copyPassword')}
            onClick={() => copy(password, t('game.passwordCopied'))}
          />
        </Row>
      </div>
      <ResetPassword game={game} />
    </div>
  );
}

function Row({ label, value, children }: { label: string; value: string; children: ReactNode }) {
  return (
    <div className="flex items-center gap-2 py-2 pr-2 pl-3.5">
      <dl className="min-w-0 flex-1">
        <dt className="text-tiny text-muted">{label}</dt>
        <dd className="figures font-semibold wrap-anywhere">{value}</dd>
      </dl>
      {children}
    </div>
  );
}

function ResetPassword({ game }: { game: GameAccount }) {
  const { t } = useI18n();
  const tellFailure = useFailureToast();
  const [isAsking, setAsking] = useState(false);
  const reset = useResetPassword();

  const confirm = () =>
    reset.mutate(
      { slotCode: game.code },
      {
        onSuccess: () => showToast({ tone: 'success', text: t('game.resetDone') }),
        onError: tellFailure,
        onSettled: () => setAsking(false),
      },
    );

  return (
    <>
      <Button
        size="s"
        className="mt-2 -ml-1 bg-transparent text-muted hover:bg-ink-2 hover:text-text"
        onClick={() => setAsking(true)}
      >
        <KeyRound aria-hidden="true" className="size-4" />
        {t('game.reset')}
      </Button>
      <AlertDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        tone="question"
        title={t('game.reset')}
        confirm={{ label: t('action.confirm'), onConfirm: confirm, pending: reset.isPending }}
      >
        {t('game.resetQuestion', { name: game.name })}
      </AlertDialog>
    </>
  );
}
