import { onlyDigits } from '@krapao/contract/digits.ts';
import { NAME_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '@krapao/contract/members/limits.ts';
import { useQuery } from '@tanstack/react-query';
import type { ChangeEvent } from 'react';
import { useI18n } from '../../../i18n/i18n.tsx';
import { PasswordField, SelectField, TextField } from '../../../ui/field.tsx';
import { useFieldProblem } from './field-problem.ts';
import { sourcesQuery, useValidateProfile } from './register.queries.ts';
import { StepForm } from './step-form.tsx';
import type { Wizard } from './use-wizard.ts';

export function ProfileStep({ wizard }: { wizard: Wizard }) {
  const { t } = useI18n();
  const validate = useValidateProfile();
  const problem = useFieldProblem(wizard);
  const { form } = wizard;

  const typed = (field: 'name' | 'password' | 'confirm' | 'inviteCode') => ({
    name: field,
    value: form.values[field],
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => form.set(field, target.value),
  });

  const submit = async () => {
    try {
      await validate.mutateAsync(form.latest());
      wizard.acceptProfile();
    } catch (error) {
      wizard.fail(error);
    }
  };

  return (
    <StepForm wizard={wizard} submitLabel={t('action.next')} onSubmit={submit} onBack={() => wizard.backTo('phone')}>
      <TextField
        label={t('register.name')}
        error={problem('name', t('register.name'))}
        autoComplete="name"
        maxLength={NAME_MAX_LENGTH}
        {...typed('name')}
      />
      {/* Password managers file the new password under the account name they find beside it. */}
      <input type="hidden" name="username" autoComplete="username" value={onlyDigits(form.values.phone)} />
      <PasswordField
        label={t('register.password')}
        hint={t('register.password.hint', { n: PASSWORD_MIN_LENGTH })}
        error={problem('password', t('register.password'))}
        autoComplete="new-password"
        {...typed('password')}
      />
      <PasswordField
        label={t('register.confirm')}
        error={problem('confirm', t('register.confirm'))}
        autoComplete="new-password"
        {...typed('confirm')}
      />
      <SourceField wizard={wizard} />
      <TextField
        label={`${t('register.inviteCode')} (${t('register.optional')})`}
        hint={wizard.isInviteFixed ? t('register.inviteCode.fixed') : undefined}
        error={problem('inviteCode', t('register.inviteCode'))}
        readOnly={wizard.isInviteFixed}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        {...typed('inviteCode')}
      />
    </StepForm>
  );
}

/** Where the newcomer heard of us is optional: a list that cannot be fetched does not stop the registration. */
function SourceField({ wizard }: { wizard: Wizard }) {
  const { form } = wizard;
  const { t, locale } = useI18n();
  const problem = useFieldProblem(wizard);
  const sources = useQuery(sourcesQuery(locale));
  return (
    <SelectField
      label={`${t('register.source')} (${t('register.optional')})`}
      error={problem('sourceCode', t('register.source'))}
      name="sourceCode"
      value={form.values.sourceCode}
      onChange={({ target }) => form.set('sourceCode', target.value)}
    >
      <option value="">{t('register.source.choose')}</option>
      {sources.data?.map(({ code, description }) => (
        <option key={code} value={code}>
          {description}
        </option>
      ))}
    </SelectField>
  );
}
