import { Dialog as Base } from '@base-ui/react/dialog';
import X from 'lucide-react/icons/x';
import { createContext, type ReactNode, use, useRef } from 'react';
import { useI18n } from '../i18n/i18n.tsx';
import { classNames } from './class-names.ts';
import { IconButton } from './icon-button.tsx';
import { useBackCloses } from './use-back-closes.ts';
import { useDragShut } from './use-drag-shut.ts';

type DialogProps = {
  open: boolean;
  onClose: () => void;
  title: string;
  description?: string;
  children: ReactNode;
  /** Stays in sight below a body that scrolls. */
  footer?: ReactNode;
  /** Focus starts at the dialog itself: there is something to read first, and a phone must not raise its keyboard. */
  readFirst?: boolean;
  /** Room for a table. */
  wide?: boolean;
  /** The address says that the dialog is open, so that going back closes it by itself. */
  inAddress?: boolean;
};

const BACKDROP_CLASS =
  'fixed inset-0 min-h-dvh bg-ink-0/80 transition-opacity duration-300 ease-out data-ending-style:opacity-0 data-starting-style:opacity-0';

/**
 * A sheet that rises from the bottom of a phone, a card in the middle of anything larger. Toasts stand above it: it leaves
 * them their room (`--toasts`, see toast-region.tsx).
 */
const POPUP_CLASS =
  'surface pointer-events-auto data-closed:pointer-events-none relative flex max-h-[calc(100dvh-max(2rem,var(--toasts,0px)))] w-full flex-col rounded-t-sheet shadow-sheet outline-none ' +
  'transition-[translate,opacity,scale] duration-300 ease-out data-ending-style:translate-y-full data-starting-style:translate-y-full ' +
  'sm:max-h-[min(46rem,calc(100dvh-2*max(2rem,var(--toasts,0px))))] sm:rounded-lg sm:shadow-card sm:data-ending-style:translate-y-0 sm:data-ending-style:scale-97 ' +
  'sm:data-ending-style:opacity-0 sm:data-starting-style:translate-y-0 sm:data-starting-style:scale-97 sm:data-starting-style:opacity-0';

const CloseContext = createContext<() => void>(() => undefined);

/** Closes the dialog around the component that asks for it. */
export function useCloseDialog(): () => void {
  return use(CloseContext);
}

export function Dialog(props: DialogProps) {
  const {
    open,
    onClose,
    title,
    description,
    children,
    footer,
    readFirst = false,
    wide = false,
    inAddress = false,
  } = props;
  const { t } = useI18n();
  const popup = useRef<HTMLDivElement>(null);
  const dragged = useDragShut(popup, onClose);
  useBackCloses(open && !inAddress, onClose);
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Overlay className="flex items-end justify-center sm:items-center sm:p-6">
        <Base.Popup
          ref={popup}
          className={classNames(POPUP_CLASS, wide ? 'sm:max-w-3xl' : 'sm:max-w-120')}
          {...(readFirst && { initialFocus: popup })}
        >
          {/* The handle's strip lies over the title's upper half: a finger needs more than the line that it sees. */}
          <div
            aria-hidden="true"
            {...dragged}
            className="absolute inset-x-0 top-0 h-11 cursor-grab touch-none active:cursor-grabbing sm:hidden"
          >
            <span className="mx-auto mt-2.5 block h-1 w-10 rounded-full bg-line" />
          </div>
          <div className="pt-8 pr-18 pb-2.5 pl-5 sm:pt-6">
            <Base.Title className="text-lead font-bold">{title}</Base.Title>
            {description && <Base.Description className="mt-0.5 text-small text-muted">{description}</Base.Description>}
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 pt-1 pb-5">
            <CloseContext value={onClose}>{children}</CloseContext>
          </div>
          {footer && (
            <div className="border-t border-ink-3/70 px-5 pt-4 pb-[max(1.25rem,env(safe-area-inset-bottom))]">
              {footer}
            </div>
          )}
          {/* Last, so that focus starts in the first field and not here. */}
          <Base.Close
            render={<IconButton icon={X} label={t('action.close')} look="bare" />}
            className="absolute top-5 right-4 sm:top-4"
          />
        </Base.Popup>
      </Overlay>
    </Base.Root>
  );
}

/** Darkens the page and any dialog below; `className` gives the popup its place. */
export function Overlay({ className, children }: { className: string; children: ReactNode }) {
  return (
    <Base.Portal>
      <Base.Backdrop forceRender className={BACKDROP_CLASS} />
      <Base.Viewport data-overlay className={classNames('fixed inset-0', className)}>
        {children}
      </Base.Viewport>
    </Base.Portal>
  );
}
