import { addWireMoney, type Currency } from '@krapao/contract/money.ts';
import BadgeCheck from 'lucide-react/icons/badge-check';
import { useI18n } from '../../../i18n/i18n.tsx';
import { CardButton } from '../../../ui/card-button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { usePublicMoneyWords } from '../../../ui/money-words.ts';
import type { Bonus } from './bonuses.queries.ts';

type BonusCardProps = {
  bonus: Bonus;
  left: number;
  isBusy: boolean;
  /** On a phone the card takes the whole width. */
  isLead: boolean;
  currency: Currency;
  onSelect: () => void;
};

export function BonusCard({ bonus, left, isBusy, isLead, currency, onSelect }: BonusCardProps) {
  const { t } = useI18n();
  const isCurrent = bonus.userBonus?.isActive ?? false;
  const isUsedUp = !isCurrent && left === 0;
  const amount = usePublicMoneyWords()(addWireMoney([bonus.cap]), currency);
  return (
    <CardButton
      aria-current={isCurrent || undefined}
      disabled={isUsedUp}
      onClick={onSelect}
      className="flex-col items-start rounded-md text-small"
    >
      <Art bonus={bonus} isLead={isLead} isCurrent={isCurrent} isDimmed={isUsedUp} />
      <span className="mt-2.5 block font-bold lg:text-base">{bonus.code}</span>{' '}
      <span className="figures block text-muted">{t('bonus.rateUpTo', { rate: bonus.rate, amount })}</span>{' '}
      <span
        className={classNames(
          'mt-2 inline-flex items-center gap-1.5 rounded-full border px-3 py-0.5 text-tiny font-bold transition-colors',
          isCurrent && 'border-transparent bg-reward/14 text-reward',
          isUsedUp && 'border-transparent bg-in/12 text-in',
          !isCurrent &&
            !isUsedUp &&
            (isBusy
              ? 'border-transparent bg-ink-2 text-text group-hover:bg-ink-3'
              : 'border-line text-text group-hover:border-text'),
        )}
      >
        {(isCurrent || isUsedUp) && <BadgeCheck aria-hidden="true" className="size-3.5" />}
        {isCurrent && t('bonus.current')}
        {isUsedUp && t('bonus.limitReached')}
        {!isCurrent && !isUsedUp && (isBusy ? t('bonus.details') : t('bonus.receive'))}
      </span>
    </CardButton>
  );
}

type ArtProps = { bonus: Bonus; isLead: boolean; isCurrent: boolean; isDimmed: boolean };

/** The first banner; the text beneath names the bonus. */
function Art({ bonus, isLead, isCurrent, isDimmed }: ArtProps) {
  const image = bonus.banners[0]?.image;
  return (
    <span
      className={classNames(
        'relative block w-full overflow-hidden rounded-md bg-linear-150 from-ink-3 to-ink-1 lg:aspect-300/211',
        isLead ? 'aspect-2/1' : 'aspect-300/211',
        isCurrent && 'outline-2 outline-offset-2 outline-reward',
      )}
    >
      {image && (
        <img
          src={image}
          alt=""
          width={300}
          height={211}
          loading="lazy"
          className={classNames(
            'absolute inset-0 size-full object-cover transition-[scale,filter] duration-300 ease-out',
            isDimmed ? 'brightness-50 saturate-50' : 'group-hover:scale-105',
          )}
        />
      )}
    </span>
  );
}
