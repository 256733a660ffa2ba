import { onlyDigits } from '@krapao/contract/digits.ts';
import { ENGLISH_NAME_BANKS } from '@krapao/contract/members/limits.ts';
import { accountNoProblem, bankAccountNameProblem, formatAccountNo, joinAccountName } from '@krapao/contract/rules.ts';
import { useQuery } from '@tanstack/react-query';
import { Controller } from 'react-hook-form';
import { useI18n } from '../../../i18n/i18n.tsx';
import { currencies, edition } from '../../../platform/edition.ts';
import { bankName } from '../../../ui/bank-name.ts';
import { Button } from '../../../ui/button.tsx';
import { CURRENCY_NAMES } from '../../../ui/currency-names.ts';
import { SelectField, TextField } from '../../../ui/field.tsx';
import { SIGNS } from '../../../ui/money-text.tsx';
import { RadioRow } from '../../../ui/radio-row.tsx';
import { toUpperCaseInPlace } from '../../../ui/upper-case.ts';
import { useFieldProblem } from './field-problem.ts';
import { banksQuery, useRegister } from './register.queries.ts';
import type { Registration } from './registration.ts';
import { StepForm } from './step-form.tsx';
import type { Wizard } from './use-wizard.ts';

type BankStepProps = { wizard: Wizard; onRegistered: (phone: string) => void; isRegistered: boolean };

export function BankStep({ wizard, onRegistered, isRegistered }: BankStepProps) {
  const { t } = useI18n();
  const register = useRegister();
  const { form } = wizard;

  const submit = async () => {
    try {
      const { username } = await register.mutateAsync(form.getValues());
      onRegistered(username);
    } catch (error) {
      wizard.fail(error);
    }
  };

  return (
    <StepForm
      wizard={wizard}
      submitLabel={t('register.submit')}
      onSubmit={submit}
      isPending={form.formState.isSubmitting || isRegistered}
      isBlocked={isRegistered}
      onBack={() => wizard.backTo('profile')}
    >
      <p className="text-small text-muted">{t('register.payout')}</p>
      <BankField wizard={wizard} />
      <AccountNoField wizard={wizard} />
      <AccountNameFields wizard={wizard} />
      {currencies.length > 1 && (
        <Controller
          control={form.control}
          name="currency"
          render={({ field }) => (
            <div>
              <RadioRow
                look="segments"
                label={t('register.currency')}
                options={currencies.map((value) => ({
                  value,
                  label: <span className="capitalize">{`${t(CURRENCY_NAMES[value])} ${SIGNS[value]}`}</span>,
                }))}
                value={field.value}
                onChange={field.onChange}
              />
              <p className="mt-1.5 text-small text-muted">{t('register.currency.hint')}</p>
            </div>
          )}
        />
      )}
    </StepForm>
  );
}

function BankField({ wizard }: { wizard: Wizard }) {
  const { t, locale } = useI18n();
  const banks = useQuery(banksQuery);
  const problem = useFieldProblem(wizard);
  const { form } = wizard;
  const isMissing = form.formState.errors.bankCode?.message === 'REQUIRED';
  return (
    <div>
      <SelectField
        // The stored choice can only be shown once its option is there.
        key={banks.data ? 'banks' : 'waiting'}
        label={t('register.bank')}
        error={isMissing ? t('register.bank.choose') : problem('bankCode', t('register.bank'))}
        {...form.register('bankCode', { validate: (code) => code !== '' || 'REQUIRED' })}
      >
        <option value="">{banks.isPending ? t('state.loading') : t('register.bank.choose')}</option>
        {banks.data?.map((bank) => (
          <option key={bank.code} value={bank.code}>
            {bank.code} — {bankName(bank, locale)}
          </option>
        ))}
      </SelectField>
      {banks.isError && (
        <p role="alert" className="mt-1.5 flex items-center gap-3 text-small text-out">
          {t('register.bank.failed')}
          <Button size="s" variant="line" pending={banks.isFetching} onClick={() => banks.refetch()}>
            {t('action.retry')}
          </Button>
        </p>
      )}
    </div>
  );
}

function AccountNoField({ wizard }: { wizard: Wizard }) {
  const { t } = useI18n();
  const problem = useFieldProblem(wizard);
  const { form } = wizard;
  return (
    <TextField
      label={t('register.accountNo')}
      error={problem('accountNo', t('register.accountNo'))}
      inputMode="numeric"
      autoComplete="off"
      maxLength={30}
      {...form.register('accountNo', {
        validate: (accountNo, { bankCode }) => accountNoProblem(bankCode, onlyDigits(accountNo), edition) ?? true,
        onBlur: () => form.setValue('accountNo', formatAccountNo(onlyDigits(form.getValues('accountNo')))),
      })}
    />
  );
}

function AccountNameFields({ wizard }: { wizard: Wizard }) {
  const { t } = useI18n();
  const problem = useFieldProblem(wizard);
  const { form } = wizard;
  const hasError = Boolean(form.formState.errors.firstName ?? form.formState.errors.lastName);
  const isEnglishBank = ENGLISH_NAME_BANKS.includes(form.watch('bankCode'));

  const nameField = (field: 'firstName' | 'lastName', label: string) => {
    const { onChange, ...registered } = form.register(field, {
      validate: (part, values) => accountNamePartProblem(part, values) ?? true,
      onBlur: () => form.setValue(field, form.getValues(field).toUpperCase()),
    });
    return (
      <TextField
        label={label}
        error={problem(field, label)}
        autoComplete={field === 'firstName' ? 'given-name' : 'family-name'}
        autoCapitalize="characters"
        spellCheck={false}
        style={{ textTransform: 'uppercase' }}
        className="min-w-0"
        {...registered}
        onChange={(event) => {
          toUpperCaseInPlace(event);
          return onChange(event);
        }}
      />
    );
  };

  return (
    <div>
      <div className="grid grid-cols-2 items-start gap-3">
        {nameField('firstName', t('register.firstName'))}
        {nameField('lastName', t('register.lastName'))}
      </div>
      {!hasError && (
        <p className="mt-1.5 text-small text-muted">
          {isEnglishBank ? t('register.accountName.english') : t('register.accountName.hint')}
        </p>
      )}
    </div>
  );
}

/** Each part answers for itself, so that the error stands under the part that has to change. */
function accountNamePartProblem(part: string, { bankCode, firstName, lastName }: Registration) {
  const whole = bankAccountNameProblem(bankCode, joinAccountName(firstName, lastName));
  return bankAccountNameProblem(bankCode, part.trim()) ?? (whole === 'TOO_LONG' ? whole : null);
}
