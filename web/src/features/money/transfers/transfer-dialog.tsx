import { MAIN_WALLET } from '@krapao/contract/money/limits.ts';
import { addWireMoney, moneyToWire, parseMoney } from '@krapao/contract/money.ts';
import { ArrowUpDown, Gamepad2 } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { flushSync } from 'react-dom';
import { useI18n } from '../../../i18n/i18n.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { AmountField } from '../../../wallet/amount-field.tsx';
import { MovementFailure } from '../../../wallet/movement-failure.tsx';
import { useProblemText } from '../../../wallet/problem-text.ts';
import { type TransferDraft, transferProblems } from '../../../wallet/transfer-rules.ts';
import { useTransfer } from '../../../wallet/transfers.queries.ts';
import { isMoving } from '../../../wallet/use-movement.ts';
import type { Wallet } from '../../../wallet/wallet.queries.ts';
import { type Place, PlaceSelect } from './place-select.tsx';

type TransferDialogProps = { wallet: Wallet; open: boolean; onOpenChange: (open: boolean) => void };
type TransferInput = { from: string; to: string; amount: number };

export default function TransferDialog({ wallet, open, onOpenChange }: TransferDialogProps) {
  const { t } = useI18n();
  const formId = useId();
  const transfer = useTransfer();
  const places = usePlaces(wallet);
  const canTransfer = places.length > 1;

  const change = (next: boolean) => {
    if (!next) transfer.abandon();
    onOpenChange(next);
  };
  const closeFailure = () => {
    transfer.reset();
    if (!open) transfer.abandon();
  };
  const send = (input: TransferInput) => {
    if (isMoving()) return;
    // Closed before anything else can be pressed: the button would otherwise be alive again for a moment.
    transfer.mutate(input, { onSuccess: () => flushSync(() => onOpenChange(false)) });
  };

  return (
    <>
      <Dialog
        open={open}
        onOpenChange={change}
        title={t('transfer.title')}
        footer={
          canTransfer && (
            <Button type="submit" form={formId} variant="gold" block pending={transfer.isPending}>
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
            onSubmit={(input) => open && send(input)}
          />
        ) : (
          <NoAccount />
        )}
      </Dialog>
      <MovementFailure
        error={transfer.error}
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
  onSubmit: (input: TransferInput) => void;
};

function TransferForm({ id, places, currency, onSubmit }: TransferFormProps) {
  const { t } = useI18n();
  const [first, second, ...others] = places;
  // With a single game account there is nothing to choose.
  const onlyOther = others.length === 0 ? second : undefined;
  const [draft, setDraft] = useState<TransferDraft>({
    from: first?.code ?? '',
    to: onlyOther?.code ?? '',
    amount: '',
  });
  const [wasSent, setWasSent] = useState(false);
  const available = places.find(({ code }) => code === draft.from)?.balance;
  const problems = transferProblems(draft, available);
  const problemText = useProblemText(currency, available);
  // A field is told what is wrong once the member has tried, and then while it is mended.
  const errorOf = (name: keyof TransferDraft) => (wasSent ? problemText(problems[name]) : undefined);
  const place = (name: 'from' | 'to') => ({
    label: t(`transfer.${name}`),
    value: draft[name],
    onChange: (code: string) => setDraft({ ...draft, [name]: code }),
    places,
    currency,
    error: errorOf(name),
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setWasSent(true);
    const amount = parseMoney(draft.amount);
    if (Object.keys(problems).length > 0 || amount === null) return;
    onSubmit({ from: draft.from, to: draft.to, amount: moneyToWire(amount) });
  };

  return (
    <form id={id} noValidate onSubmit={submit} className="grid gap-4">
      <div className="relative grid gap-2">
        <PlaceSelect {...place('from')} />
        <div className="z-1 -my-4.5 flex justify-center">
          <IconButton
            icon={ArrowUpDown}
            label={t('transfer.swap')}
            onClick={() => setDraft({ ...draft, from: draft.to, to: draft.from })}
            className="border-4 border-ink-1 bg-ink-3!"
          />
        </div>
        <PlaceSelect {...place('to')} />
      </div>
      <AmountField
        label={t('transfer.amount')}
        value={draft.amount}
        onChange={(amount) => setDraft({ ...draft, amount })}
        currency={currency}
        available={available}
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
