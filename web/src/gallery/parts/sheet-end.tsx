import { Button } from '../../ui/button.tsx';
import { SheetEnd } from '../../ui/sheet-end.tsx';
import type { Part } from '../part.ts';

export const part: Part = {
  states: {
    default: ({ t }) => (
      <div className="h-40 overflow-y-auto px-5 pb-5">
        <p className="h-60">{t('deposit.slip.rule')}</p>
        <SheetEnd>
          <Button variant="gold" block>
            {t('deposit.qr.create')}
          </Button>
        </SheetEnd>
      </div>
    ),
  },
};
