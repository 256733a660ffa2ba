import { DateField } from '../../ui/date-field.tsx';
import { Held } from '../held.tsx';
import type { Part } from '../part.ts';

const isTaken = (day: string) => day > '2020';

export const part: Part = {
  states: {
    empty: ({ t }) => (
      <Held initial="">
        {(value, hold) => (
          <DateField label={t('statement.from')} value={value} isTaken={isTaken} onValueChange={hold} />
        )}
      </Held>
    ),
    filled: ({ t }) => (
      <Held initial="2026-04-13">
        {(value, hold) => <DateField label={t('statement.to')} value={value} isTaken={isTaken} onValueChange={hold} />}
      </Held>
    ),
    error: ({ t, fieldText }) => (
      <Held initial="2026-04-13">
        {(value, hold) => (
          <DateField
            label={t('statement.to')}
            error={fieldText('INVALID', t('statement.to'))}
            value={value}
            isTaken={isTaken}
            onValueChange={hold}
          />
        )}
      </Held>
    ),
  },
};
