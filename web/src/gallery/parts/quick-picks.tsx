import { QuickPicks } from '../../ui/quick-picks.tsx';
import { Held } from '../held.tsx';
import type { Part } from '../part.ts';

export const part: Part = {
  states: {
    'one taken': ({ t }) => (
      <Held initial="500">
        {(value, onPick) => (
          <QuickPicks label={t('deposit.picks')} amounts={[100, 300, 500, 1_000]} {...{ value, onPick }} />
        )}
      </Held>
    ),
    'more than a row': ({ t }) => (
      <Held initial="1,000,000">
        {(value, onPick) => (
          <QuickPicks
            label={t('deposit.picks')}
            amounts={[50_000, 100_000, 300_000, 500_000, 1_000_000, 5_000_000]}
            {...{ value, onPick }}
          />
        )}
      </Held>
    ),
  },
};
