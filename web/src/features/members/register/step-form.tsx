import { type FormEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { useI18n } from '../../../i18n/i18n.tsx';
import { Button } from '../../../ui/button.tsx';
import { StepNotice } from './step-notice.tsx';
import type { Wizard } from './use-wizard.ts';

type StepFormProps = {
  wizard: Wizard;
  submitLabel: string;
  /** Runs once the step's fields are right; until it has settled the step cannot be submitted again. */
  onSubmit: () => Promise<void>;
  isBlocked?: boolean;
  /** Nothing is left to do: the step stays as it was sent. */
  isDone?: boolean;
  onBack?: () => void;
  children: ReactNode;
};

/** The frame of every step: its fields, a notice of a failure, and the buttons back and on. */
export function StepForm({
  wizard,
  submitLabel,
  onSubmit,
  isBlocked = false,
  isDone = false,
  onBack,
  children,
}: StepFormProps) {
  const { t } = useI18n();
  const { form } = wizard;
  const element = useRef<HTMLFormElement>(null);
  const isBusy = useRef(false);
  const [isPending, setIsPending] = useState(false);
  const [tries, setTries] = useState(0);
  useFocusOnArrival(element, wizard.hasMoved);
  useEffect(() => {
    if (tries > 0) wrongFieldOf(element)?.focus();
  }, [tries]);

  // State arrives too late to stop the second of two fast taps; a ref does not.
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy.current || isBlocked || isDone) return;
    isBusy.current = true;
    setIsPending(true);
    wizard.clearNotice();
    try {
      if (form.check(wizard.step)) await onSubmit();
    } finally {
      isBusy.current = false;
      setIsPending(false);
      setTries((before) => before + 1);
    }
  };

  return (
    <form ref={element} noValidate onSubmit={submit} className="mt-6 grid gap-4">
      {children}
      {wizard.notice && <StepNotice wizard={wizard} notice={wizard.notice} />}
      <div className="sticky bottom-0 z-10 -mx-4 mt-3 flex gap-3 bg-ink-0/92 px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] backdrop-blur-lg lg:static lg:mx-0 lg:bg-transparent lg:p-0 lg:backdrop-blur-none">
        {onBack && (
          <Button variant="plain" className="flex-1" onClick={onBack} disabled={isPending || isDone}>
            {t('action.back')}
          </Button>
        )}
        <Button type="submit" variant="gold" className="flex-2" pending={isPending || isDone} disabled={isBlocked}>
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}

const wrongFieldOf = (form: RefObject<HTMLFormElement | null>) =>
  form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');

/** A new step starts at its first field, or at the field that brought the newcomer back. */
function useFocusOnArrival(element: RefObject<HTMLFormElement | null>, hasMoved: boolean) {
  const arrivedByMove = useRef(hasMoved);
  useEffect(() => {
    if (!arrivedByMove.current) return;
    const wrong = wrongFieldOf(element);
    const first = element.current?.querySelector<HTMLElement>('input:not([type="hidden"]), select');
    if (!wrong) window.scrollTo({ top: 0 });
    (wrong ?? first)?.focus({ preventScroll: !wrong });
  }, [element]);
}
