import ChevronRight from 'lucide-react/icons/chevron-right';
import CircleCheck from 'lucide-react/icons/circle-check';
import { useI18n } from '../../../i18n/i18n.tsx';
import { Link } from '../../../platform/link.tsx';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { useCloseDialog } from '../../../ui/dialog.tsx';

export function SlipSent({ onAnother }: { onAnother: () => void }) {
  const { t } = useI18n();
  const close = useCloseDialog();
  return (
    <div className="rounded-md border border-in/22 bg-in/9 p-4">
      <p className="flex gap-2.5 font-semibold">
        <CircleCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-in" />
        {t('error.SLIP_RECEIVED')}
      </p>
      <div className="mt-3.5 flex flex-wrap gap-3">
        <Button variant="plain" className="flex-1 px-3!" onClick={onAnother}>
          {t('deposit.slip.another')}
        </Button>
        <Link
          to="/user/statement?slips=open"
          onClick={close}
          className={`${buttonClass({ variant: 'plain' })} flex-1 bg-in/16! px-3! text-in`}
        >
          {t('deposit.slip.status')}
          <ChevronRight aria-hidden="true" className="size-4.5" />
        </Link>
      </div>
    </div>
  );
}
