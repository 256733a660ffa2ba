import QrCode from 'lucide-react/icons/qr-code';
import { RadioRow } from '../../ui/radio-row.tsx';
import { Held } from '../held.tsx';
import type { Part } from '../part.ts';

const TYPES = ['all', 'deposit', 'withdraw', 'transfer', 'bonus', 'finish_bonus'] as const;
const PROVIDERS = ['Payonex', 'ONPay', 'BizPay', 'VizPay', 'Peer2Pay'].map((name) => ({
  value: name,
  label: (
    <>
      <QrCode aria-hidden="true" className="size-6" />
      {name}
    </>
  ),
}));

export const part: Part = {
  room: 'sheet',
  states: {
    chips: ({ t }) => (
      <Held<(typeof TYPES)[number]> initial="deposit">
        {(value, onChange) => (
          <RadioRow
            look="chips"
            label={t('statement.type')}
            options={TYPES.map((type) => ({ value: type, label: t(`statement.type.${type}`) }))}
            {...{ value, onChange }}
          />
        )}
      </Held>
    ),
    segments: ({ t }) => (
      <Held<'LAK' | 'BAHT'> initial="LAK">
        {(value, onChange) => (
          <RadioRow
            look="segments"
            label={t('register.currency')}
            options={[
              { value: 'LAK', label: t('money.kip') },
              { value: 'BAHT', label: t('money.baht') },
            ]}
            {...{ value, onChange }}
          />
        )}
      </Held>
    ),
    'segments, long text': ({ t }) => (
      <Held<'a' | 'b'> initial="a">
        {(value, onChange) => (
          <RadioRow
            look="segments"
            label={t('deposit.ways')}
            options={[
              { value: 'a', label: t('deposit.manual.title') },
              { value: 'b', label: t('deposit.bank.own') },
            ]}
            {...{ value, onChange }}
          />
        )}
      </Held>
    ),
    rows: ({ t }) => (
      <Held initial="BizPay">
        {(value, onChange) => (
          <RadioRow look="rows" label={t('deposit.qr.provider')} options={PROVIDERS} {...{ value, onChange }} />
        )}
      </Held>
    ),
  },
};
