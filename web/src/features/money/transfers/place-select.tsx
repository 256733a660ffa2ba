import type { Currency, Minor } from '@krapao/contract/money.ts';
import ChevronDown from 'lucide-react/icons/chevron-down';
import CircleHelp from 'lucide-react/icons/circle-help';
import WalletMinimal from 'lucide-react/icons/wallet-minimal';
import { useId } from 'react';
import { useI18n } from '../../../i18n/i18n.tsx';
import { useShownFigure } from '../../../platform/hidden-money.ts';
import { classNames } from '../../../ui/class-names.ts';
import { FieldError } from '../../../ui/field.tsx';
import { MoneyText, moneyText } from '../../../ui/money-text.tsx';
import { GameArt } from '../../../wallet/game-art.tsx';

/** Where money can lie: the main wallet or an open game account. */
export type Place = { code: string; name: string; balance: Minor; art?: { background: string; logo: string } };

type PlaceSelectProps = {
  label: string;
  places: readonly Place[];
  value: string;
  onChange: (code: string) => void;
  currency: Currency;
  error: string | undefined;
};

/** The browser's own list, which every phone shows in its own good way, under a picture of the chosen wallet. */
export function PlaceSelect({ label, places, value, onChange, currency, error }: PlaceSelectProps) {
  const { t } = useI18n();
  const id = useId();
  const shown = useShownFigure();
  const chosen = places.find(({ code }) => code === value);
  return (
    <div>
      <div
        className={classNames(
          'relative flex min-h-17 items-center gap-3 rounded-md border bg-ink-2 py-2.5 pr-3.5 pl-3 transition-colors hover:border-line',
          'has-focus-visible:border-text has-focus-visible:ring-3 has-focus-visible:ring-text/15',
          error ? 'border-out' : 'border-line',
        )}
      >
        <PlacePicture place={chosen} />
        <div className="min-w-0 flex-1">
          <label htmlFor={id} className="block text-tiny text-muted">
            {label}
          </label>
          <span aria-hidden="true" className={classNames('block truncate font-semibold', !chosen && 'text-muted')}>
            {chosen?.name ?? t('transfer.choose')}
          </span>
        </div>
        {chosen && (
          <span aria-hidden="true" className="text-small text-muted">
            <MoneyText minor={chosen.balance} currency={currency} />
          </span>
        )}
        <ChevronDown aria-hidden="true" className="size-5 shrink-0 text-muted" />
        <select
          id={id}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          className="absolute inset-0 size-full appearance-none opacity-0"
        >
          <option value="" disabled>
            {t('transfer.choose')}
          </option>
          {places.map((place) => (
            <option key={place.code} value={place.code}>
              {`${place.name} · ${shown(moneyText(place.balance, currency))}`}
            </option>
          ))}
        </select>
      </div>
      <FieldError of={id} text={error} />
    </div>
  );
}

function PlacePicture({ place }: { place: Place | undefined }) {
  if (place?.art) return <GameArt game={place.art} className="h-11 w-14 shrink-0 rounded-sm" />;
  const Icon = place ? WalletMinimal : CircleHelp;
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'grid h-11 w-14 shrink-0 place-items-center rounded-sm',
        place ? 'bg-ink-3 text-text' : 'bg-ink-3/60 text-muted',
      )}
    >
      <Icon className="size-5.5" />
    </span>
  );
}
