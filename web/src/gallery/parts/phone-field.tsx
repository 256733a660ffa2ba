import { PhoneField, shownPhone } from '../../ui/phone-field.tsx';
import { Held } from '../held.tsx';
import type { Part } from '../part.ts';

export const part: Part = {
  states: {
    empty: ({ t }) => (
      <Held initial="">
        {(value, hold) => (
          <PhoneField
            label={t('register.phone')}
            hint={t('register.phone.hint')}
            autoComplete="off"
            value={value}
            onValueChange={hold}
          />
        )}
      </Held>
    ),
    filled: ({ t }) => (
      <Held initial={shownPhone('0812345678')}>
        {(value, hold) => <PhoneField label={t('login.phone')} autoComplete="off" value={value} onValueChange={hold} />}
      </Held>
    ),
    error: ({ t, fieldText }) => (
      <Held initial={shownPhone('08123')}>
        {(value, hold) => (
          <PhoneField
            label={t('login.phone')}
            error={fieldText('PHONE_NUMBER_REQUIRE_10_DIGIT', t('login.phone'))}
            autoComplete="off"
            value={value}
            onValueChange={hold}
          />
        )}
      </Held>
    ),
  },
};
