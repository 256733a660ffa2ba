import { useId } from 'react';
import { useI18n } from '../../../i18n/i18n.tsx';
import { Card } from '../../../ui/card.tsx';
import { SafeHtml } from '../../../ui/safe-html.tsx';
import { chanceText } from './odds.ts';
import type { Wheel } from './spin-wheel.queries.ts';

/** Every slice with its true chance: the same weights that the draw uses. */
export function OddsCard({ wheel: { slices } }: { wheel: Wheel }) {
  const { t } = useI18n();
  const titleId = useId();
  const weights = slices.map(({ weight }) => weight);
  return (
    <section aria-labelledby={titleId} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div>
        <h2 id={titleId} className="text-lead font-bold">
          {t('wheel.odds')}
        </h2>
        <p className="text-small text-muted">{t('wheel.oddsHint')}</p>
      </div>
      <Card flush className="px-4 lg:px-5">
        <ul className="divide-y divide-ink-3/60">
          {slices.map(({ code, label, bgColor, htmlDescription, weight }) => (
            <li key={code} className="flex items-start gap-3 py-3">
              <span
                aria-hidden="true"
                className="mt-1 size-4 shrink-0 rounded-full ring-1 ring-text/25"
                style={{ backgroundColor: bgColor }}
              />
              <div className="min-w-0 flex-1">
                <p className="font-semibold">{label}</p>
                <SafeHtml html={htmlDescription} className="text-small text-muted" />
              </div>
              <p className="figures shrink-0 font-bold">
                <span className="sr-only">{t('wheel.chance')}</span> {chanceText(weight, weights)}
              </p>
            </li>
          ))}
        </ul>
      </Card>
    </section>
  );
}
