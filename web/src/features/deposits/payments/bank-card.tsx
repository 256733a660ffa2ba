import { formatAccountNo } from '@krapao/contract/rules.ts';
import MessageSquareText from 'lucide-react/icons/message-square-text';
import PencilLine from 'lucide-react/icons/pencil-line';
import Zap from 'lucide-react/icons/zap';
import { useState } from 'react';
import { useI18n } from '../../../i18n/i18n.tsx';
import { bankName } from '../../../ui/bank-name.ts';
import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { useRegainedFocus } from '../../../ui/use-regained-focus.ts';
import { BankMark } from '../../../wallet/bank-mark.tsx';
import type { Wallet } from '../../../wallet/wallet.queries.ts';
import type { DepositBank } from '../deposits.queries.ts';
import type { useRenameAccount } from './account-name.queries.ts';
import { AccountNameForm } from './account-name-form.tsx';
import { needsEnglishName } from './name-rule.ts';

const MODES = {
  AUTO: { Icon: Zap, tint: 'bg-in/12 text-in' },
  SMS: { Icon: MessageSquareText, tint: 'bg-info/12 text-info' },
} as const;

type BankCardProps = {
  account: DepositBank;
  own: Wallet['bankAccount'];
  rename: ReturnType<typeof useRenameAccount>;
};

export function BankCard({ account, own, rename }: BankCardProps) {
  const { t, locale } = useI18n();
  const [isEditing, setEditing] = useState(false);
  const { bankCode, bankAccountName, bankAccountNo, mode } = account;
  const { Icon, tint } = MODES[mode];
  const name = bankName(account.bank, locale);
  const isBlocked = needsEnglishName(account, own);
  const place = useRegainedFocus<HTMLDivElement>(isBlocked ? 'blocked' : 'free');
  return (
    <div ref={place} tabIndex={-1} className="rounded-md bg-ink-2 p-3.5">
      <div className="flex items-center gap-3">
        <BankMark code={bankCode} />
        <div className="min-w-0 flex-1">
          <p className="font-semibold">{name}</p>
          <p className="text-small text-muted">{bankAccountName}</p>
          {mode === 'SMS' && <p className="mt-1 text-tiny text-pretty text-muted">{t('deposit.bank.smsHint')}</p>}
        </div>
        <span
          className={`flex shrink-0 items-center gap-1 self-start rounded-full px-2.5 py-0.5 text-tiny font-bold ${tint}`}
        >
          <Icon aria-hidden="true" className="size-3.5" />
          {t(`deposit.bank.${mode}`)}
        </span>
      </div>
      <div className="mt-3 flex flex-wrap items-center justify-between gap-x-3 gap-y-2 border-t border-ink-3/70 pt-3">
        <p className="figures text-lead font-bold tracking-[0.5px]">{formatAccountNo(bankAccountNo)}</p>
        {!isBlocked && <CopyButton text={bankAccountNo} what={t('deposit.bank.number', { bank: name })} />}
        {isBlocked && !isEditing && (
          <Button size="s" onClick={() => setEditing(true)}>
            <PencilLine aria-hidden="true" className="size-4" />
            {t('bankName.editFirst')}
          </Button>
        )}
      </div>
      {isBlocked && isEditing && <AccountNameForm bankCode={own.bank.code} rename={rename} />}
    </div>
  );
}
