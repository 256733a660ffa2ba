import { useI18n } from '../../../i18n/i18n.tsx';
import { AlertDialog } from '../../../ui/alert-dialog.tsx';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { useLast } from '../../../ui/use-last.ts';
import type { Entry } from './entry.ts';
import { postForm } from './game-window.ts';

type BlockedDialogProps = { entry: Entry | null; onClose: () => void };

/** The browser refused to open a tab by itself; it does not refuse the member's own click. */
export function BlockedDialog({ entry, onClose }: BlockedDialogProps) {
  const { t } = useI18n();
  const shown = useLast(entry);
  if (!shown) return null;
  const post = () => {
    if ('action' in shown) postForm(document, shown, '_blank');
    onClose();
  };
  return (
    <AlertDialog
      open={entry !== null}
      onClose={onClose}
      tone="question"
      title={t('game.blocked.title')}
      closeLabel={t('action.close')}
      action={
        'url' in shown ? (
          <a
            href={shown.url}
            target="_blank"
            rel="noopener noreferrer"
            onClick={onClose}
            className={`${buttonClass({ variant: 'gold' })} flex-1`}
          >
            {t('game.open')}
          </a>
        ) : (
          <Button variant="gold" className="flex-1" onClick={post}>
            {t('game.open')}
          </Button>
        )
      }
    >
      {t('game.blocked.text')}
    </AlertDialog>
  );
}
