import { AlertDialog as Base } from '@base-ui/react/alert-dialog';
import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import CircleHelp from 'lucide-react/icons/circle-help';
import Info from 'lucide-react/icons/info';
import type { ReactNode } from 'react';
import { useI18n } from '../i18n/i18n.tsx';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { Overlay } from './dialog.tsx';
import { useBackCloses } from './use-back-closes.ts';

type AlertDialogProps = {
  open: boolean;
  onClose: () => void;
  tone: 'success' | 'error' | 'question' | 'info';
  title: string;
  children?: ReactNode;
  /** The one button of a message, and the one that dismisses a question. */
  closeLabel?: string;
  /** `isLoss`: the member gives something up. The button is red, and each button has a line of its own. */
  confirm?: {
    label: string;
    onConfirm: () => void;
    pending?: boolean;
    isLoss?: boolean;
    /** The id of the text that says why the button cannot be pressed. */
    heldBy?: string | undefined;
  };
  /** Replaces `confirm` where a plain button is not enough, as for a link. */
  action?: ReactNode;
};

const TONES = {
  success: { Icon: CircleCheck, className: 'bg-in/15 text-in' },
  error: { Icon: CircleAlert, className: 'bg-out/15 text-out' },
  question: { Icon: CircleHelp, className: 'bg-ink-3 text-text' },
  info: { Icon: Info, className: 'bg-info/15 text-info' },
} as const;
const LOSS = { Icon: CircleHelp, className: TONES.error.className };

/** A message that waits for an answer: it closes by its buttons, not by a click beside it. */
export function AlertDialog({ open, onClose, tone, title, children, closeLabel, confirm, action }: AlertDialogProps) {
  const { t } = useI18n();
  const { Icon, className } = confirm?.isLoss ? LOSS : TONES[tone];
  useBackCloses(open, onClose);
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Overlay className="grid grid-rows-[minmax(0,1fr)] place-items-center p-6 pt-[max(1.5rem,var(--toasts,0px))] max-[22.4rem]:p-4">
        <Base.Popup className="surface flex max-h-full w-full max-w-sm min-w-0 flex-col rounded-lg p-6 text-center max-[22.4rem]:p-5 shadow-card data-closed:pointer-events-none transition-[scale,opacity] duration-200 ease-out outline-none data-ending-style:scale-95 data-ending-style:opacity-0 data-starting-style:scale-95 data-starting-style:opacity-0">
          <span
            className={classNames(
              'mx-auto mb-4 grid size-14 shrink-0 place-items-center rounded-full max-[22.4rem]:mb-2.5 max-[22.4rem]:size-11',
              className,
            )}
          >
            <Icon aria-hidden="true" className="size-7" />
          </span>
          <Base.Title className="text-lead font-bold">{title}</Base.Title>
          {children && (
            <Base.Description render={<div />} className="mt-1.5 min-h-0 overflow-y-auto text-muted">
              {children}
            </Base.Description>
          )}
          <div
            className={classNames(
              'mt-6 flex shrink-0 gap-3 max-[22.4rem]:mt-4',
              confirm?.isLoss ? 'flex-col' : 'flex-wrap',
            )}
          >
            <Base.Close render={<Button variant={confirm || action ? 'plain' : 'gold'} className="flex-1" />}>
              {closeLabel ?? (confirm ? t('action.cancel') : t('action.ok'))}
            </Base.Close>
            {action}
            {confirm && (
              <Button
                variant={confirm.isLoss ? 'danger' : 'gold'}
                className="flex-1"
                pending={confirm.pending ?? false}
                disabled={confirm.heldBy !== undefined}
                aria-describedby={confirm.heldBy}
                onClick={confirm.onConfirm}
              >
                {confirm.label}
              </Button>
            )}
          </div>
        </Base.Popup>
      </Overlay>
    </Base.Root>
  );
}
