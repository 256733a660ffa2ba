import { Reading } from '../../conditions/terms.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { Opener } from '../opener.tsx';
import type { Part } from '../part.ts';

export const part: Part = {
  room: 'word',
  states: {
    'with a field': ({ t }) => (
      <Opener>
        {(open, onClose) => (
          <Dialog {...{ open, onClose }} title={t('deposit.title')} description={t('deposit.credited')}>
            <TextField label={t('deposit.amount')} sign="฿" inputMode="decimal" placeholder="0.00" />
          </Dialog>
        )}
      </Opener>
    ),
    'long, with a footer, read first': ({ t }) => (
      <Opener>
        {(open, onClose) => (
          <Dialog
            {...{ open, onClose }}
            readFirst
            title={t('invite.terms')}
            footer={
              <Button variant="gold" block onClick={onClose}>
                {t('action.continue')}
              </Button>
            }
          >
            <Reading label={t('invite.terms')}>
              <ol className="list-decimal space-y-3 pl-5">
                {[1, 2, 3, 4, 5, 6].map((round) => (
                  <li key={round}>
                    {t('bonus.busy')} {t('withdraw.conditions')}
                  </li>
                ))}
              </ol>
            </Reading>
          </Dialog>
        )}
      </Opener>
    ),
    wide: ({ t }) => (
      <Opener>
        {(open, onClose) => (
          <Dialog {...{ open, onClose }} wide title={t('slips.title')} description={t('slips.hint')}>
            <p className="text-muted">{t('slips.none')}</p>
          </Dialog>
        )}
      </Opener>
    ),
    'one over another': ({ t }) => (
      <Opener>
        {(open, onClose) => (
          <Dialog {...{ open, onClose }} title={t('withdraw.title')}>
            <Opener>
              {(isOver, closeOver) => (
                <Dialog open={isOver} onClose={closeOver} title={t('withdraw.review')}>
                  <p>{t('withdraw.final')}</p>
                </Dialog>
              )}
            </Opener>
          </Dialog>
        )}
      </Opener>
    ),
  },
};
