import X from 'lucide-react/icons/x';
import { useState } from 'react';
import { useI18n } from '../../../i18n/i18n.tsx';
import { minuteText } from '../../../platform/date-text.ts';
import { Chip } from '../../../ui/chip.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { DEPOSIT_LABELS, WITHDRAWAL_LABELS } from '../../../wallet/movement-labels.ts';
import { openMovement } from '../../../wallet/movement-place.ts';
import { useOutcomes } from '../../../wallet/outcomes.queries.ts';
import { markRead, type Outcome, rowsOf, useTold } from '../../../wallet/outcomes.ts';
import type { Wallet } from '../../../wallet/wallet.queries.ts';
import { useOutcomeText } from './use-outcome-text.ts';

/** How the newest deposits and withdrawals ended, until the member has taken note; nothing where nothing is new. */
export function OutcomeRows({ wallet: { profile } }: { wallet: Wallet }) {
  const { t } = useI18n();
  const { data = [] } = useOutcomes();
  const rows = rowsOf(useTold(), profile._id, data);
  const textOf = useOutcomeText(profile.currency);
  const [atFirst] = useState(() => rows.map(({ key }) => key));
  if (rows.length === 0) return null;
  return (
    <ul aria-label={t('outcome.list')} className="mt-3 grid gap-2">
      {rows.map((outcome) => (
        <Row key={outcome.key} outcome={outcome} text={textOf(outcome)} isNew={!atFirst.includes(outcome.key)} />
      ))}
    </ul>
  );
}

type RowProps = { outcome: Outcome; text: { what: string; reason: string | null }; isNew: boolean };

/** One that comes while the member looks unfolds, so that what is below does not jump away. */
function Row({ outcome, text, isNew }: RowProps) {
  const { t } = useI18n();
  const { tone, key } = outcome.step ? WITHDRAWAL_LABELS[outcome.step] : DEPOSIT_LABELS[outcome.status];
  return (
    <li
      className={classNames(
        'flex items-start gap-2 rounded-md bg-ink-2 py-1 pr-1 pl-3.5 text-small',
        isNew && 'animate-unfold overflow-clip [interpolate-size:allow-keywords]',
      )}
    >
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => openMovement(outcome.id)}
        className="min-w-0 flex-1 py-2 text-left"
      >
        <span className="flex flex-wrap items-center gap-x-2">
          <span>{text.what}</span> <Chip tone={tone}>{t(key)}</Chip>
        </span>
        {text.reason && <span className="block text-tiny text-pretty text-info">{text.reason}</span>}
        <time dateTime={outcome.at} className="figures block text-tiny text-muted">
          {minuteText(new Date(outcome.at))}
        </time>
      </button>
      <IconButton
        look="bare"
        icon={X}
        label={t('outcome.dismiss', { what: text.what })}
        onClick={() => markRead(outcome)}
      />
    </li>
  );
}
