import ArrowDownToLine from 'lucide-react/icons/arrow-down-to-line';
import ArrowLeftRight from 'lucide-react/icons/arrow-left-right';
import ArrowUpFromLine from 'lucide-react/icons/arrow-up-from-line';
import Lock from 'lucide-react/icons/lock';
import { useI18n } from '../../i18n/i18n.tsx';
import { Button } from '../../ui/button.tsx';
import type { HomeDialog } from './home-dialogs.tsx';

/** In English they just fit a phone of 320 px. */
const WIDE = 'px-2! max-[22.4rem]:gap-1.5! max-[22.4rem]:px-1! max-[22.4rem]:text-[15px] lg:flex-none lg:px-6!';

type ActionsProps = { isLocked: boolean; isNew: boolean; onOpen: (dialog: HomeDialog) => void };

/** What members come for. They never move, whatever waits. */
export function Actions({ isLocked, isNew, onOpen }: ActionsProps) {
  const { t } = useI18n();
  const WithdrawIcon = isLocked ? Lock : ArrowUpFromLine;
  return (
    <div className="flex gap-2.5 max-[22.4rem]:gap-2">
      <Button variant="gold" onClick={() => onOpen('deposit')} className={`flex-[1.25] ${WIDE}`}>
        <ArrowDownToLine aria-hidden="true" className="size-5 shrink-0" />
        {t(isNew ? 'home.first.button' : 'home.deposit')}
      </Button>
      {!isNew && (
        <>
          <Button onClick={() => onOpen('withdraw')} className={`flex-1 ${WIDE}`}>
            <WithdrawIcon aria-hidden="true" className="size-5 shrink-0" />
            {t('home.withdraw')}
          </Button>
          <Button
            onClick={() => onOpen('transfer')}
            className="w-16 flex-col gap-0! px-0! text-[11px]! leading-4! max-[22.4rem]:w-13.5"
          >
            <ArrowLeftRight aria-hidden="true" className="size-5 shrink-0" />
            {t('home.transferShort')}
          </Button>
        </>
      )}
    </div>
  );
}
