import { Button } from '../../ui/button.tsx';
import { showToast } from '../../ui/toast.tsx';
import type { Part } from '../part.ts';

export const part: Part = {
  room: 'word',
  states: {
    'three at most': ({ t }) => (
      <Button
        variant="plain"
        onClick={() => {
          for (const text of ['1', t('state.saved'), t('bonus.notYet'), t('bonus.ended')])
            showToast({ tone: 'success', text });
        }}
      >
        <span lang="en">Show four</span>
      </Button>
    ),
  },
};
