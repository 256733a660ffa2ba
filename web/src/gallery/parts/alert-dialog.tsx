import { AlertDialog } from '../../ui/alert-dialog.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { Opener } from '../opener.tsx';
import type { Part } from '../part.ts';

export const part: Part = {
  room: 'word',
  states: {
    success: ({ t }) => (
      <Opener>
        {(open, onClose) => (
          <AlertDialog
            {...{ open, onClose }}
            tone="success"
            title={t('deposit.arrived.title')}
            closeLabel={t('action.ok')}
          >
            {t('deposit.arrived.text')}
          </AlertDialog>
        )}
      </Opener>
    ),
    'error, long': ({ t }) => (
      <Opener>
        {(open, onClose) => (
          <AlertDialog {...{ open, onClose }} tone="error" title={t('state.wrong')} closeLabel={t('action.close')}>
            {t('error.INVALID_USER_INFO')}
          </AlertDialog>
        )}
      </Opener>
    ),
    question: ({ t }) => (
      <Opener>
        {(open, onClose) => (
          <AlertDialog
            {...{ open, onClose }}
            tone="question"
            title={t('bonus.cancel.question')}
            closeLabel={t('bonus.cancel.stay')}
            confirm={{ label: t('bonus.cancel'), onConfirm: onClose, isLoss: true }}
          >
            {t('bonus.cancel.keep')}
          </AlertDialog>
        )}
      </Opener>
    ),
    'question, busy': ({ t }) => (
      <Opener>
        {(open, onClose) => (
          <AlertDialog
            {...{ open, onClose }}
            tone="question"
            title={t('desk.close.question')}
            closeLabel={t('action.cancel')}
            confirm={{ label: t('desk.close'), onConfirm: onClose, pending: true }}
          />
        )}
      </Opener>
    ),
    'question with a link': ({ t }) => (
      <Opener>
        {(open, onClose) => (
          <AlertDialog
            {...{ open, onClose }}
            tone="error"
            title={t('state.failed')}
            closeLabel={t('action.close')}
            action={
              <a href="#alert-dialog" className={`${buttonClass({ variant: 'gold' })} flex-1`}>
                {t('bonus.seeCondition')}
              </a>
            }
          >
            {t('error.REFUND_CONDITION')}
          </AlertDialog>
        )}
      </Opener>
    ),
  },
};
