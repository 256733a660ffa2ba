import { Pager } from '../../ui/pager.tsx';
import { Held } from '../held.tsx';
import type { Part } from '../part.ts';

export const part: Part = {
  room: 'page',
  states: {
    'the first of a few pages': ({ t }) => (
      <Held initial={1}>
        {(page, hold) => (
          <Pager label={t('slips.pages')} page={page} pageSize={10} total={27} onChange={(to) => hold(to)} />
        )}
      </Held>
    ),
    'in the middle of many': ({ t }) => (
      <Held initial={617}>
        {(page, hold) => (
          <Pager label={t('statement.pages')} page={page} pageSize={10} total={12_345} onChange={(to) => hold(to)} />
        )}
      </Held>
    ),
    'the last': ({ t }) => (
      <Held initial={3}>
        {(page, hold) => (
          <Pager label={t('invite.pages')} page={page} pageSize={10} total={27} onChange={(to) => hold(to)} />
        )}
      </Held>
    ),
  },
};
