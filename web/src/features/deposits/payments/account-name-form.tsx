import { NAME_MAX_LENGTH } from '@krapao/contract/members/limits.ts';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useI18n } from '../../../i18n/i18n.tsx';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { useFormToast } from '../../../ui/use-form-toast.ts';
import type { useRenameAccount } from './account-name.queries.ts';
import { englishName } from './name-rule.ts';

type AccountNameFormProps = {
  bankCode: string;
  rename: ReturnType<typeof useRenameAccount>;
  /** Giving the name is what the member does next. */
  isNext: boolean;
};

/** The member's name in English, as the bank sends it with the money. */
export function AccountNameForm({ bankCode, rename, isNext }: AccountNameFormProps) {
  const { t } = useI18n();
  const { tell, tellFailure, takeBack } = useFormToast();
  const [typed, setTyped] = useState('');
  const input = useRef<HTMLInputElement>(null);
  // The button that opened it is gone.
  useEffect(() => input.current?.focus(), []);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    takeBack();
    const bankAccountName = englishName(typed);
    if (!bankAccountName) {
      tell(t('bankName.englishRequired'));
      return;
    }
    rename.mutate(
      { bankCode, bankAccountName },
      {
        onSuccess: () => showToast({ tone: 'success', text: t('bankName.saved') }),
        onError: tellFailure,
      },
    );
  };

  return (
    <form noValidate onSubmit={submit} className="mt-3 grid gap-3">
      <TextField
        ref={input}
        label={t('bankName.label')}
        hint={t('bankName.hint')}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        placeholder="SOMCHAI JAIDEE"
        maxLength={NAME_MAX_LENGTH}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        style={{ textTransform: 'uppercase' }}
      />
      <Button type="submit" variant={isNext ? 'gold' : 'plain'} block pending={rename.isPending}>
        {t('action.save')}
      </Button>
    </form>
  );
}
