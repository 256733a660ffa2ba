import type { FieldProblem } from '@krapao/contract/errors.ts';
import { PASSWORD_MIN_LENGTH } from '@krapao/contract/members/limits.ts';
import { confirmationProblem, passwordProblem } from '@krapao/contract/rules.ts';
import { type FormEvent, useId, useState } from 'react';
import { useI18n } from '../../../i18n/i18n.tsx';
import { ApiError } from '../../../platform/api-error.ts';
import { isHandled } from '../../../platform/failures.ts';
import { AlertDialog } from '../../../ui/alert-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { PasswordField } from '../../../ui/field.tsx';
import { useLast } from '../../../ui/use-last.ts';
import { useChangePassword } from './account.queries.ts';

type ChangePasswordDialogProps = { open: boolean; onClose: () => void };
type Outcome = { tone: 'success' | 'error'; title: string; text: string };

export default function ChangePasswordDialog({ open, onClose }: ChangePasswordDialogProps) {
  const { t, errorText } = useI18n();
  const formId = useId();
  const change = useChangePassword();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const shownOutcome = useLast(outcome);
  const submit = (oldPassword: string, newPassword: string) =>
    change.mutate(
      { oldPassword, newPassword },
      {
        onSuccess: () => {
          onClose();
          setOutcome({ tone: 'success', title: t('state.saved'), text: t('password.saved') });
        },
        onError: (error) => {
          if (error instanceof ApiError && error.fields.newPassword) return;
          if (!isHandled(error)) setOutcome({ tone: 'error', title: t('state.error'), text: errorText(error) });
        },
      },
    );

  return (
    <>
      <Dialog
        open={open}
        onClose={onClose}
        title={t('password.title')}
        description={t('password.note')}
        footer={
          <Button type="submit" form={formId} variant="gold" block pending={change.isPending}>
            {t('action.save')}
          </Button>
        }
      >
        <PasswordForm id={formId} onSubmit={submit} refused={refusedIn(change.error)} />
      </Dialog>
      {shownOutcome && (
        <AlertDialog
          open={outcome !== null}
          onClose={() => setOutcome(null)}
          tone={shownOutcome.tone}
          title={shownOutcome.title}
        >
          {shownOutcome.text}
        </AlertDialog>
      )}
    </>
  );
}

/** What only the server knows to be wrong with the new password: it has the list of common ones. */
const refusedIn = (error: unknown) => (error instanceof ApiError ? error.fields.newPassword : undefined);

type PasswordFormProps = {
  id: string;
  onSubmit: (oldPassword: string, newPassword: string) => void;
  refused: FieldProblem | undefined;
};

function PasswordForm({ id, onSubmit, refused }: PasswordFormProps) {
  const { t, fieldText } = useI18n();
  const [passwords, setPasswords] = useState({ old: '', new: '', confirm: '' });
  const [problems, setProblems] = useState<{ new?: FieldProblem | null; confirm?: FieldProblem | null }>({});

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!passwords.old || !passwords.new || !passwords.confirm) return;
    const found = {
      new: passwordProblem(passwords.new),
      confirm: confirmationProblem(passwords.new, passwords.confirm),
    };
    setProblems(found);
    if (!found.new && !found.confirm) onSubmit(passwords.old, passwords.new);
  };
  const field = (name: keyof typeof passwords) => ({
    label: t(`password.${name}`),
    name,
    value: passwords[name],
    onChange: (event: { target: { value: string } }) => setPasswords({ ...passwords, [name]: event.target.value }),
  });

  return (
    <form id={id} noValidate onSubmit={submit} className="grid gap-4">
      <PasswordField {...field('old')} autoComplete="current-password" />
      <PasswordField
        {...field('new')}
        autoComplete="new-password"
        hint={t('password.hint', { n: PASSWORD_MIN_LENGTH })}
        error={fieldText(problems.new ?? refused, t('password.new'))}
      />
      <PasswordField
        {...field('confirm')}
        autoComplete="new-password"
        error={fieldText(problems.confirm, t('password.confirm'))}
      />
    </form>
  );
}
