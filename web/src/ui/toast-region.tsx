import { Toast } from '@base-ui/react/toast';
import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import Info from 'lucide-react/icons/info';
import X from 'lucide-react/icons/x';
import { useEffect } from 'react';
import { useI18n } from '../i18n/i18n.tsx';
import { classNames } from './class-names.ts';
import { type ToastAction, type ToastRequest, type ToastTone, takenBack, waitingToasts } from './toast-queue.ts';

const TOAST_MS = 4_000;

type Told = { tone: ToastTone; action?: ToastAction };
const manager = Toast.createToastManager<Told>();
/** The ids of toasts by what they are about. */
const shown = new Map<string, string>();

/** A failure is red as a whole: it must not be taken for good news at a glance. */
const TONES = {
  success: { Icon: CircleCheck, className: 'border-transparent bg-ink-2', iconClassName: 'text-in' },
  error: { Icon: CircleAlert, className: 'border-out bg-out text-ink-0', iconClassName: 'text-ink-0' },
  info: { Icon: Info, className: 'border-transparent bg-ink-2', iconClassName: 'text-info' },
} as const;

export default function ToastRegion() {
  const { t } = useI18n();
  useEffect(() => {
    showWaiting();
    const ends = [waitingToasts.watch(showWaiting), takenBack.watch(closeTakenBack)];
    return () => {
      for (const end of ends) end();
    };
  }, []);

  return (
    <Toast.Provider toastManager={manager} timeout={TOAST_MS} limit={3}>
      <Toast.Portal>
        <Toast.Viewport
          aria-label={t('state.notifications')}
          ref={noteRoom}
          // Above the menu of a phone; while a dialog is open, above the dialog, which leaves the room.
          className="fixed inset-x-4 bottom-[calc(max(0.75rem,env(safe-area-inset-bottom))+5.25rem)] z-50 mx-auto flex max-w-sm flex-col gap-2 in-[:root:has([data-overlay])]:top-2 in-[:root:has([data-overlay])]:bottom-auto lg:top-4! lg:right-6 lg:bottom-auto lg:left-auto lg:w-sm"
        >
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

/** Says how much of the top the toasts take while a dialog is open, with a gap; nothing where there is none. */
function noteRoom(viewport: HTMLElement | null): (() => void) | undefined {
  if (!viewport) return undefined;
  const { style } = document.documentElement;
  const watch = new ResizeObserver(() => {
    const { height } = viewport.getBoundingClientRect();
    style.setProperty('--toasts', height > 0 ? `${height + 16}px` : '0px');
  });
  watch.observe(viewport);
  return () => {
    watch.disconnect();
    style.removeProperty('--toasts');
  };
}

function showWaiting(): void {
  const toasts = waitingToasts.get();
  if (toasts.length === 0) return;
  waitingToasts.set([]);
  toasts.forEach(show);
}

function closeTakenBack(): void {
  const id = shown.get(takenBack.get()?.of ?? '');
  if (id) manager.close(id);
}

function show({ tone, text, of, action }: ToastRequest): void {
  // An error interrupts a screen reader, good news waits for its turn.
  const data = { tone, ...(action && { action }) };
  const id = manager.add({ title: text, data, priority: tone === 'error' ? 'high' : 'low' });
  if (of) shown.set(of, id);
  // A toast's own time stands still while a frame has the focus, and it would lie over the way back from it.
  setTimeout(() => {
    if (document.activeElement instanceof HTMLIFrameElement) manager.close(id);
  }, TOAST_MS);
}

function ToastList() {
  const { t } = useI18n();
  const { toasts } = Toast.useToastManager<Told>();
  return toasts.map((toast) => {
    const { Icon, className, iconClassName } = TONES[toast.data?.tone ?? 'info'];
    return (
      <Toast.Root
        key={toast.id}
        toast={toast}
        swipeDirection={['up', 'down', 'right']}
        className={classNames(
          'translate-x-(--toast-swipe-movement-x) translate-y-(--toast-swipe-movement-y) rounded-md border shadow-card transition-[translate,opacity] duration-300 ease-out data-limited:hidden data-swiping:transition-none',
          'data-ending-style:translate-y-4 data-ending-style:opacity-0 data-starting-style:translate-y-4 data-starting-style:opacity-0 lg:data-ending-style:-translate-y-4 lg:data-starting-style:-translate-y-4',
          className,
        )}
      >
        <Toast.Content className="flex items-center gap-3 py-1.5 pr-1.5 pl-4">
          <Icon aria-hidden="true" className={classNames('size-5 shrink-0', iconClassName)} />
          <Toast.Title render={<p />} className="min-w-0 flex-1 py-1.5 font-semibold" />
          {toast.data?.action && <Action id={toast.id} action={toast.data.action} />}
          <Toast.Close
            aria-label={t('action.close')}
            className="grid size-11 shrink-0 place-items-center rounded-[12px] opacity-70 hover:opacity-100"
          >
            <X aria-hidden="true" className="size-4.5" />
          </Toast.Close>
        </Toast.Content>
      </Toast.Root>
    );
  });
}

function Action({ id, action: { label, onPress } }: { id: string; action: ToastAction }) {
  const press = () => {
    manager.close(id);
    onPress();
  };
  return (
    <button
      type="button"
      onClick={press}
      className="min-h-11 shrink-0 rounded-[12px] px-2.5 text-small font-bold underline-offset-2 hover:underline"
    >
      {label}
    </button>
  );
}
