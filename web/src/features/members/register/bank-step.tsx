import { onlyDigits } from '@krapao/contract/digits.ts';
import { ENGLISH_NAME_BANKS } from '@krapao/contract/members/limits.ts';
import { formatAccountNo } from '@krapao/contract/rules.ts';
import { useQuery } from '@tanstack/react-query';
import { useI18n } from '../../../i18n/i18n.tsx';
import { bankName } from '../../../ui/bank-name.ts';
import { Button } from '../../../ui/button.tsx';
import { CURRENCY_NAMES } from '../../../ui/currency-names.ts';
import { SelectField, TextField } from '../../../ui/field.tsx';
import { SIGNS } from '../../../ui/money-text.tsx';
import { RadioRow } from '../../../ui/radio-row.tsx';
import { toUpperCaseInPlace } from '../../../ui/upper-case.ts';
import { useFieldProblem } from './field-problem.ts';
import { banksQuery, useRegister } from './register.queries.ts';
import { currencies } from './registration.ts';
import { StepForm } from './step-form.tsx';
import type { Wizard } from './use-wizard.ts';

type BankStepProps = { wizard: Wizard; onRegistered: (phone: string) => void; isRegistered: boolean };

export function BankStep({ wizard, onRegistered, isRegistered }: BankStepProps) {
  const { t } = useI18n();
  const register = useRegister();
  const { form } = wizard;

  const submit = async () => {
    try {
      const { username } = await register.mutateAsync(form.latest());
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
      isDone={isRegistered}
      onBack={() => wizard.backTo('profile')}
    >
      <p className="text-small text-muted">{t('register.payout')}</p>
      <BankField wizard={wizard} />
      <AccountNoField wizard={wizard} />
      <AccountNameFields wizard={wizard} />
      {currencies.length > 1 && (
        <div>
          <RadioRow
            look="segments"
            label={t('register.currency')}
            options={currencies.map((value) => ({
              value,
              label: <span className="capitalize">{`${t(CURRENCY_NAMES[value])} ${SIGNS[value]}`}</span>,
            }))}
            value={form.values.currency}
            onChange={(currency) => form.set('currency', currency)}
          />
          <p className="mt-1.5 text-small text-muted">{t('register.currency.hint')}</p>
        </div>
      )}
    </StepForm>
  );
}

function BankField({ wizard }: { wizard: Wizard }) {
  const { t, locale } = useI18n();
  const banks = useQuery(banksQuery);
  const problem = useFieldProblem(wizard);
  const { form } = wizard;
  const isMissing = form.problemOf('bankCode') === 'REQUIRED';
  return (
    <div>
      <SelectField
        label={t('register.bank')}
        error={isMissing ? t('register.bank.choose') : problem('bankCode', t('register.bank'))}
        name="bankCode"
        value={form.values.bankCode}
        onChange={({ target }) => form.set('bankCode', target.value)}
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
          <Button size="s" variant="plain" pending={banks.isFetching} onClick={() => banks.refetch()}>
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
      name="accountNo"
      value={form.values.accountNo}
      onChange={({ target }) => form.set('accountNo', target.value)}
      onBlur={({ target }) => form.set('accountNo', formatAccountNo(onlyDigits(target.value)))}
    />
  );
}

function AccountNameFields({ wizard }: { wizard: Wizard }) {
  const { t } = useI18n();
  const problem = useFieldProblem(wizard);
  const { form } = wizard;
  const hasError = Boolean(form.problemOf('firstName') ?? form.problemOf('lastName'));
  const isEnglishBank = ENGLISH_NAME_BANKS.includes(form.values.bankCode);

  const nameField = (field: 'firstName' | 'lastName', label: string) => (
    <TextField
      label={label}
      error={problem(field, label)}
      autoComplete={field === 'firstName' ? 'given-name' : 'family-name'}
      autoCapitalize="characters"
      spellCheck={false}
      style={{ textTransform: 'uppercase' }}
      className="min-w-0"
      name={field}
      value={form.values[field]}
      onChange={(event) => {
        toUpperCaseInPlace(event);
        form.set(field, event.target.value);
      }}
      onBlur={({ target }) => form.set(field, target.value.toUpperCase())}
    />
  );

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
