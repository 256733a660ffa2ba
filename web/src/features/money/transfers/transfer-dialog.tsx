import { MAIN_WALLET } from '@krapao/contract/money/limits.ts';
import { addWireMoney, moneyToWire, parseMoney } from '@krapao/contract/money.ts';
import ArrowUpDown from 'lucide-react/icons/arrow-up-down';
import Gamepad2 from 'lucide-react/icons/gamepad-2';
import { useId, useState } from 'react';
import { useI18n } from '../../../i18n/i18n.tsx';
import { Button } from '../../../ui/button.tsx';
import { closeNow } from '../../../ui/close-now.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { useCheckedForm } from '../../../ui/use-checked-form.ts';
import { useFresh } from '../../../ui/use-fresh.ts';
import { AmountField } from '../../../wallet/amount-field.tsx';
import { MovementFailure } from '../../../wallet/movement-failure.tsx';
import { useProblemText } from '../../../wallet/problem-text.ts';
import {
  isAmountMissing,
  mayMovePart,
  QUICK_PICKS,
  type TransferDraft,
  transferProblems,
} from '../../../wallet/transfer-rules.ts';
import { useTransfer } from '../../../wallet/transfers.queries.ts';
import type { Wallet } from '../../../wallet/wallet.queries.ts';
import { type Place, PlaceSelect } from './place-select.tsx';

type TransferDialogProps = { wallet: Wallet; open: boolean; onClose: () => void };
type TransferInput = { from: string; to: string; amount: number };

export default function TransferDialog({ wallet, open, onClose }: TransferDialogProps) {
  const { t } = useI18n();
  const formId = useId();
  const transfer = useTransfer(() => closeNow(onClose));
  const places = usePlaces(wallet);
  const [amountText, setAmountText] = useFresh(open, '');
  const canTransfer = places.length > 1;

  const close = () => {
    transfer.abandon();
    onClose();
  };
  const closeFailure = () => {
    transfer.reset();
    if (!open) transfer.abandon();
  };
  const send = (input: TransferInput) => transfer.mutate(input, { onSuccess: () => closeNow(onClose) });

  return (
    <>
      <Dialog
        open={open}
        onClose={close}
        title={t('transfer.title')}
        footer={
          canTransfer && (
            <Button
              type="submit"
              form={formId}
              variant="gold"
              block
              pending={transfer.isPending}
              disabled={isAmountMissing(amountText)}
            >
              {t('transfer.submit')}
            </Button>
          )
        }
      >
        {canTransfer ? (
          <TransferForm
            id={formId}
            places={places}
            currency={wallet.profile.currency}
            amountText={amountText}
            onAmountChange={setAmountText}
            onSubmit={(input) => open && send(input)}
          />
        ) : (
          <NoAccount />
        )}
      </Dialog>
      <MovementFailure
        error={transfer.error}
        wish="transfer"
        mayBePart={transfer.variables ? mayMovePart(transfer.variables) : false}
        onClose={closeFailure}
        onRetry={() => transfer.variables && send(transfer.variables)}
      />
    </>
  );
}

function usePlaces({ wallet, slots }: Wallet): Place[] {
  const { t } = useI18n();
  const games = slots.filter(({ isActive }) => isActive);
  return [
    { code: MAIN_WALLET, name: t('home.mainWallet'), balance: addWireMoney([wallet.amount]) },
    ...games.map(({ code, name, amount, background, logo }) => ({
      code,
      name,
      balance: addWireMoney([amount]),
      art: { background, logo },
    })),
  ];
}

type TransferFormProps = {
  id: string;
  places: readonly Place[];
  currency: Wallet['profile']['currency'];
  amountText: string;
  onAmountChange: (text: string) => void;
  onSubmit: (input: TransferInput) => void;
};

function TransferForm({ id, places, currency, amountText, onAmountChange, onSubmit }: TransferFormProps) {
  const { t } = useI18n();
  const [first, second, ...others] = places;
  // With a single game account there is nothing to choose.
  const onlyOther = others.length === 0 ? second : undefined;
  const [way, setWay] = useState({ from: first?.code ?? '', to: onlyOther?.code ?? '' });
  const draft: TransferDraft = { ...way, amount: amountText };
  const available = places.find(({ code }) => code === draft.from)?.balance;
  const problems = transferProblems(draft, available);
  const problemText = useProblemText(currency, available);
  const amount = parseMoney(draft.amount);
  const isWrong = Object.keys(problems).length > 0 || amount === null;
  const { onSubmit: trySend, shownProblem } = useCheckedForm(
    isWrong ? null : () => onSubmit({ from: draft.from, to: draft.to, amount: moneyToWire(amount) }),
  );
  const errorOf = (name: keyof TransferDraft) => shownProblem(problemText(problems[name]));
  const place = (name: 'from' | 'to') => ({
    label: t(`transfer.${name}`),
    value: draft[name],
    onChange: (code: string) => setWay({ ...way, [name]: code }),
    places,
    currency,
    error: errorOf(name),
  });

  return (
    <form id={id} noValidate onSubmit={trySend} className="grid gap-4">
      <div className="relative grid gap-2">
        <PlaceSelect {...place('from')} />
        <div className="z-1 -my-4.5 flex justify-center">
          <IconButton
            icon={ArrowUpDown}
            label={t('transfer.swap')}
            onClick={() => setWay({ from: way.to, to: way.from })}
            className="bg-ink-1"
          />
        </div>
        <PlaceSelect {...place('to')} />
      </div>
      <AmountField
        label={t('transfer.amount')}
        value={amountText}
        onChange={onAmountChange}
        currency={currency}
        picks={QUICK_PICKS[currency]}
        most={available ?? null}
        error={errorOf('amount')}
      />
    </form>
  );
}

function NoAccount() {
  const { t } = useI18n();
  return (
    <div className="grid justify-items-center gap-4 py-6 text-center">
      <span className="grid size-14 place-items-center rounded-full bg-info/12 text-info">
        <Gamepad2 aria-hidden="true" className="size-7" />
      </span>
      <p className="max-w-xs text-balance text-muted">{t('transfer.noAccount')}</p>
    </div>
  );
}
