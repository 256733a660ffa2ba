import { onlyDigits } from '@krapao/contract/digits.ts';
import type { FieldProblem } from '@krapao/contract/errors.ts';
import { phoneProblem } from '@krapao/contract/rules.ts';
import { type FormEvent, useRef, useState } from 'react';
import { useI18n } from '../../../i18n/i18n.tsx';
import { edition } from '../../../platform/edition.ts';
import { Button } from '../../../ui/button.tsx';
import { PhoneField, shownPhone } from '../../../ui/phone-field.tsx';
import { useTyped } from '../../../ui/use-typed.ts';
import { type AskedCode, askForCode } from './reset.calls.ts';

type PhoneFormProps = { phone: string; onAsked: (asked: AskedCode) => void };

export function PhoneForm({ phone: known, onAsked }: PhoneFormProps) {
  const { t, errorText, fieldText } = useI18n();
  const [phone, setPhone] = useState(shownPhone(known));
  const [problem, setProblem] = useState<FieldProblem | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [pending, setPending] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useTyped(form, (typed) => setPhone(shownPhone(typed('username'))));

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const typed = onlyDigits(phone);
    const found = phoneProblem(typed, edition);
    setProblem(found);
    setFailure(null);
    if (found || pending) return;
    setPending(true);
    askForCode(typed)
      .then(onAsked, setFailure)
      .finally(() => setPending(false));
  };

  return (
    <form ref={form} noValidate onSubmit={submit} className="mt-6 grid gap-4">
      <p>{t('reset.subtitle')}</p>
      <PhoneField
        label={t('login.phone')}
        name="username"
        autoComplete="username"
        value={phone}
        maxLength={20}
        onValueChange={setPhone}
        error={fieldText(problem, t('login.phone'))}
      />
      <Button type="submit" variant="gold" block pending={pending}>
        {t('reset.send')}
      </Button>
      <p role="alert" className="text-center text-small text-out empty:hidden">
        {failure !== null && errorText(failure)}
      </p>
    </form>
  );
}
