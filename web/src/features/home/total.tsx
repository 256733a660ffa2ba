import type { Currency, Minor } from '@krapao/contract/money.ts';
import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import Lock from 'lucide-react/icons/lock';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import { useState } from 'react';
import { useI18n } from '../../i18n/i18n.tsx';
import { dateTimeText } from '../../platform/date-text.ts';
import { setMoneyHidden, useIsMoneyHidden } from '../../platform/hidden-money.ts';
import { FittedMoney } from '../../ui/fitted-money.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { useCounted } from '../../ui/use-counted.ts';

const COUNT_MS = 300;

type TotalProps = {
  minor: Minor;
  currency: Currency;
  readAt: Date;
  isLocked: boolean;
  onRefresh: () => void;
  isRefreshing: boolean;
};

/** All of the member's money in one figure, when it was read, and whether this device shows it. */
export function Total({ minor, currency, readAt, isLocked, onRefresh, isRefreshing }: TotalProps) {
  const { t } = useI18n();
  const isHidden = useIsMoneyHidden();
  const counted = useCounted(minor, COUNT_MS);
  return (
    <div>
      <div className="relative z-1 flex h-6 items-center text-small text-muted">
        <h2 id="balance-title">{t('home.total')}</h2>
        <IconButton
          look="bare"
          icon={isHidden ? EyeOff : Eye}
          label={t(isHidden ? 'home.show' : 'home.hide')}
          onClick={() => setMoneyHidden(!isHidden)}
          className="-my-2.5"
        />
        <ReadAt time={readAt} />
        <IconButton
          look="bare"
          icon={RefreshCw}
          label={t('home.refresh')}
          turning={isRefreshing}
          disabled={isRefreshing}
          onClick={onRefresh}
          className="-my-2.5 -mr-3 lg:mr-0"
        />
      </div>
      <div className="flex h-16 items-center max-[22.4rem]:h-12.5">
        <p
          aria-live="polite"
          aria-busy={counted !== minor}
          className="min-w-0 flex-1 [--most:58px] max-[22.4rem]:[--most:40px] lg:[--most:64px]"
        >
          <FittedMoney
            minor={counted}
            currency={currency}
            most="var(--most)"
            look="total"
            mark={isLocked && <Lock aria-hidden="true" className="ml-2.5 inline size-6.5 align-[0.04em] text-reward" />}
          />
        </p>
      </div>
    </div>
  );
}

/** Pressed, it says the very time. */
function ReadAt({ time }: { time: Date }) {
  const { t } = useI18n();
  const [isExact, setIsExact] = useState(false);
  const exact = dateTimeText(time);
  return (
    <button
      type="button"
      title={t('home.updated', { time: exact })}
      onClick={() => setIsExact(!isExact)}
      className="figures -my-2.5 ml-auto min-h-11 min-w-11 rounded-sm pl-2 text-right text-tiny lg:ml-2"
    >
      {isExact ? exact : <RelativeTime time={time} />}
    </button>
  );
}
