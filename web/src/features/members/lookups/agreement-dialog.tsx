import { useEffect, useState } from 'react';
import { useI18n } from '../../../i18n/i18n.tsx';
import { readStored, writeStored } from '../../../platform/storage.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { NumberedList } from '../../../ui/numbered-list.tsx';
import { useAgreements } from './lookups.queries.ts';

const AGREEMENT_DELAY_MS = 1_500;

/** Opens by itself a moment after home has loaded, until the member has accepted once on this device. */
export default function AgreementDialog() {
  const { t, locale } = useI18n();
  const [wanted] = useState(() => readStored('remember-agreement') === null);
  const [open, setOpen] = useState(false);
  const { data: texts = [] } = useAgreements(locale, wanted);

  useEffect(() => {
    if (!wanted) return;
    const timer = setTimeout(() => setOpen(true), AGREEMENT_DELAY_MS);
    return () => clearTimeout(timer);
  }, [wanted]);

  const accept = () => {
    writeStored('remember-agreement', 'accepted');
    setOpen(false);
  };

  return (
    <Dialog
      open={open && texts.length > 0}
      onClose={() => setOpen(false)}
      title={t('agreement.title')}
      footer={
        <Button variant="gold" block onClick={accept}>
          {t('agreement.accept')}
        </Button>
      }
    >
      <NumberedList look="text" texts={texts} />
    </Dialog>
  );
}
