import { Tabs } from '../../ui/tabs.tsx';
import { Held } from '../held.tsx';
import type { Part } from '../part.ts';

export const part: Part = {
  states: {
    two: ({ t }) => (
      <Held<'open' | 'closed'> initial="open">
        {(value, onChange) => (
          <Tabs
            label={t('desk.conversations')}
            tabs={[
              { value: 'open', label: t('desk.list.open'), panel: <p>{t('desk.list.noneOpen')}</p> },
              { value: 'closed', label: t('desk.list.closed'), panel: <p>{t('desk.list.noneClosed')}</p> },
            ]}
            {...{ value, onChange }}
          />
        )}
      </Held>
    ),
    'three, the last chosen': ({ t }) => (
      <Held<'qr' | 'bank' | 'true'> initial="true">
        {(value, onChange) => (
          <Tabs
            label={t('deposit.ways')}
            tabs={[
              { value: 'qr', label: t('deposit.tab.qr'), panel: <p>{t('deposit.qr.scan')}</p> },
              { value: 'bank', label: t('deposit.tab.bank'), panel: <p>{t('deposit.bank.own')}</p> },
              { value: 'true', label: t('deposit.tab.true'), panel: <p>{t('deposit.true.giftHint')}</p> },
            ]}
            {...{ value, onChange }}
          />
        )}
      </Held>
    ),
    'one needs no tab': ({ t }) => (
      <Tabs
        label={t('deposit.ways')}
        tabs={[{ value: 'bank', label: t('deposit.tab.bank'), panel: <p>{t('deposit.bank.own')}</p> }]}
        value="bank"
        onChange={() => undefined}
      />
    ),
  },
};
