import { Card } from '../../ui/card.tsx';
import type { Part } from '../part.ts';

export const part: Part = {
  states: {
    default: ({ t }) => (
      <Card>
        <h3 className="font-bold">{t('invite.how')}</h3>
        <p className="mt-1 text-muted">{t('invite.step.friend')}</p>
      </Card>
    ),
    'flush, rows to the edge': ({ t }) => (
      <Card flush>
        <ul className="divide-y divide-ink-3/60">
          {[t('invite.step.share'), t('invite.step.friend'), t('invite.step.receive')].map((step) => (
            <li key={step} className="px-5 py-3.5">
              {step}
            </li>
          ))}
        </ul>
      </Card>
    ),
  },
};
