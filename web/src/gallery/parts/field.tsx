import { PasswordField, SelectField, TextField } from '../../ui/field.tsx';
import type { Part } from '../part.ts';

export const part: Part = {
  states: {
    empty: ({ t }) => <TextField label={t('register.firstName')} placeholder="Somchai" />,
    filled: ({ t }) => <TextField label={t('register.firstName')} defaultValue="Somchai" />,
    'with a hint': ({ t }) => (
      <TextField label={t('register.lastName')} hint={t('register.accountName.hint')} defaultValue="Vongphachanh" />
    ),
    'error and hint': ({ t, fieldText }) => (
      <TextField
        label={t('register.accountNo')}
        hint={t('register.payout')}
        error={fieldText('ACCOUNT_NO_INVALID', t('register.accountNo'))}
        defaultValue="12-34"
      />
    ),
    'read only': ({ t }) => (
      <TextField
        label={t('register.inviteCode')}
        hint={t('register.inviteCode.fixed')}
        readOnly
        defaultValue="KRP0812345678"
      />
    ),
    disabled: ({ t }) => <TextField label={t('register.name')} disabled defaultValue="Somchai" />,
    'an amount': ({ t }) => (
      <TextField label={t('transfer.amount')} sign="฿" inputMode="decimal" defaultValue="1,234.50" />
    ),
    'an amount with a button': ({ t }) => (
      <TextField
        label={t('transfer.amount')}
        sign="₭"
        inputMode="decimal"
        defaultValue="1,234,567,890.50"
        trailing={<button type="button">{t('amount.max')}</button>}
      />
    ),
    'an amount that is missing': ({ t }) => (
      <TextField
        label={t('transfer.amount')}
        sign="₭"
        inputMode="decimal"
        placeholder="0.00"
        error={t('transfer.problem.AMOUNT')}
      />
    ),
    password: ({ t }) => <PasswordField label={t('login.password')} autoComplete="off" defaultValue="krapao-demo" />,
    'password, error': ({ t, fieldText }) => (
      <PasswordField
        label={t('register.password')}
        autoComplete="off"
        error={fieldText('PASSWORD_LENGTH', t('register.password'))}
        defaultValue="short"
      />
    ),
    select: ({ t }) => (
      <SelectField label={t('register.bank')} defaultValue="">
        <option value="">{t('register.bank.choose')}</option>
        <option value="KBANK">KBANK</option>
      </SelectField>
    ),
    'select, error': ({ t, fieldText }) => (
      <SelectField label={t('register.bank')} error={fieldText('INVALID_BANK', t('register.bank'))} defaultValue="">
        <option value="">{t('register.bank.choose')}</option>
      </SelectField>
    ),
    'select, disabled': ({ t }) => (
      <SelectField label={t('register.source')} disabled defaultValue="">
        <option value="">{t('state.loading')}</option>
      </SelectField>
    ),
    'select, long text': ({ t }) => (
      <SelectField label={t('transfer.from')} defaultValue="long">
        <option value="long">{t('register.payout')}</option>
      </SelectField>
    ),
  },
};
