import { useI18n } from '../i18n/i18n.tsx';
import { shortTimeText } from '../platform/date-text.ts';
import { FittedMoney } from '../ui/fitted-money.tsx';
import type { LastWallet } from './last-wallet.ts';

/** The total as it was last known, dimmed and with its time, in the place of the new one that is on its way. */
export function LastBalance({ last }: { last: LastWallet }) {
  const { t } = useI18n();
  const time = shortTimeText(last.at, new Date());
  return (
    <section aria-labelledby="last-balance-title">
      <div className="flex h-6 items-center justify-between text-small text-muted">
        <h2 id="last-balance-title">{t('home.total')}</h2>
        <span className="figures text-tiny">{t('home.staleAt', { time })}</span>
      </div>
      <p className="flex h-16 items-center opacity-60 [--most:58px] max-[22.4rem]:h-12.5 max-[22.4rem]:[--most:40px] lg:[--most:64px]">
        <span className="min-w-0 flex-1">
          <FittedMoney minor={last.total} currency={last.currency} most="var(--most)" look="total" />
        </span>
      </p>
    </section>
  );
}
