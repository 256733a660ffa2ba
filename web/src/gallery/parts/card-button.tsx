import { Card } from '../../ui/card.tsx';
import { CardButton } from '../../ui/card-button.tsx';
import type { Part } from '../part.ts';

export const part: Part = {
  states: {
    default: ({ t }) => (
      <Card>
        <CardButton className="p-4 font-semibold">{t('howto.wallet.text')}</CardButton>
      </Card>
    ),
    disabled: ({ t }) => (
      <Card>
        <CardButton className="p-4 font-semibold" disabled>
          {t('howto.wallet.text')}
        </CardButton>
      </Card>
    ),
  },
};
