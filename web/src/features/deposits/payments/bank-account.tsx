import { formatAccountNo } from '@krapao/contract/rules.ts';
import ChevronDown from 'lucide-react/icons/chevron-down';
import Copy from 'lucide-react/icons/copy';
import Info from 'lucide-react/icons/info';
import MessageSquareText from 'lucide-react/icons/message-square-text';
import PencilLine from 'lucide-react/icons/pencil-line';
import Zap from 'lucide-react/icons/zap';
import { useState } from 'react';
import { useI18n } from '../../../i18n/i18n.tsx';
import { bankName } from '../../../ui/bank-name.ts';
import { Button } from '../../../ui/button.tsx';
import { useCopy } from '../../../ui/use-copy.ts';
import { useRegainedFocus } from '../../../ui/use-regained-focus.ts';
import { BankMark } from '../../../wallet/bank-mark.tsx';
import type { Wallet } from '../../../wallet/wallet.queries.ts';
import type { DepositBank } from '../deposits.queries.ts';
import type { useRenameAccount } from './account-name.queries.ts';
import { AccountNameForm } from './account-name-form.tsx';
import { needsEnglishName } from './name-rule.ts';

const MODES = {
  AUTO: { Icon: Zap, tint: 'text-in' },
  SMS: { Icon: MessageSquareText, tint: 'text-muted' },
} as const;

function Mode({ mode }: Pick<DepositBank, 'mode'>) {
  const { t } = useI18n();
  const { Icon, tint } = MODES[mode];
  return (
    <span className={`flex shrink-0 items-center gap-1 text-tiny font-bold ${tint}`}>
      <Icon aria-hidden="true" className="size-3.5" />
      {t(`deposit.bank.${mode}`)}
    </span>
  );
}

/** One of our accounts that is not the open one. */
export function FoldedBankAccount({ account, onOpen }: { account: DepositBank; onOpen: () => void }) {
  const { t, locale } = useI18n();
  const { bankCode, bank, bankAccountNo, mode } = account;
  return (
    <button
      type="button"
      aria-expanded={false}
      onClick={onOpen}
      className="flex min-h-14 w-full items-center gap-3 rounded-sm py-1.5 text-left"
    >
      <BankMark code={bankCode} className="size-10" />
      <span className="min-w-0 flex-1">
        <span className="block">{bankName(bank, locale)}</span>{' '}
        <span className="figures block text-tiny text-muted">{formatAccountNo(bankAccountNo)}</span>{' '}
        {mode === 'SMS' && <span className="block text-tiny text-pretty text-muted">{t('deposit.bank.smsHint')}</span>}
      </span>
      <Mode mode={mode} />
      <ChevronDown aria-hidden="true" className="size-5 shrink-0 text-muted" />
    </button>
  );
}

type BankAccountProps = {
  account: DepositBank;
  own: Wallet['bankAccount'];
  rename: ReturnType<typeof useRenameAccount>;
  /** Copying its number is what the member does next. */
  isNext: boolean;
  onCopied: () => void;
};

/** One of our accounts, with its number to copy. */
export function BankAccount({ account, own, rename, isNext, onCopied }: BankAccountProps) {
  const { t, locale } = useI18n();
  const copy = useCopy();
  const [isEditing, setEditing] = useState(false);
  const { bankCode, bankAccountName, bankAccountNo, mode } = account;
  const name = bankName(account.bank, locale);
  const isBlocked = needsEnglishName(account, own);
  const place = useRegainedFocus<HTMLDivElement>(isBlocked ? 'blocked' : 'free');
  const look = isNext ? 'gold' : 'plain';
  return (
    <div ref={place} tabIndex={-1} className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-md bg-ink-2 p-4">
      <div className="flex items-center gap-3">
        <BankMark code={bankCode} />
        <div className="min-w-0 flex-1">
          <p>
            <span className="font-semibold">{name}</span>{' '}
            {bankCode === own.bank.code && (
              <span className="inline-block text-tiny text-muted">{t('deposit.bank.same')}</span>
            )}
          </p>
          <p className="text-small text-muted">{bankAccountName}</p>
          {mode === 'SMS' && <p className="text-tiny text-pretty text-muted">{t('deposit.bank.smsHint')}</p>}
        </div>
      </div>
      <p className="figures text-[clamp(22px,7.4vw,30px)] leading-11 font-bold tracking-[0.5px]">
        {formatAccountNo(bankAccountNo)}
      </p>
      {!isBlocked && (
        <Button variant={look} block onClick={async () => (await copy(bankAccountNo)) && onCopied()}>
          <Copy aria-hidden="true" className="size-5" />
          {t('deposit.bank.copy')} <span className="sr-only">{name}</span>
        </Button>
      )}
      {isBlocked && !isEditing && (
        <Button variant={look} block onClick={() => setEditing(true)}>
          <PencilLine aria-hidden="true" className="size-5" />
          {t('bankName.editFirst')}
        </Button>
      )}
      {isBlocked && isEditing && <AccountNameForm bankCode={own.bank.code} {...{ rename, isNext }} />}
      <p className="flex flex-wrap items-center gap-x-2 text-tiny text-muted">
        <Mode mode={mode} /> {t('deposit.credited')}
      </p>
      <p className="flex gap-2.5 border-t border-ink-3/70 pt-3 text-small text-muted">
        <Info aria-hidden="true" className="mt-0.5 size-4.5 shrink-0 text-info" />
        <span>
          {t('deposit.bank.own')}{' '}
          <span className="figures block font-semibold text-text">
            {bankName(own.bank, locale)} <span className="whitespace-nowrap">{formatAccountNo(own.bankAccountNo)}</span>
          </span>
        </span>
      </p>
    </div>
  );
}
