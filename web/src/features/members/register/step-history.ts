import { useEffect, useRef, useState } from 'react';
import { goBack, goTo } from '../../../platform/navigation.ts';
import { usePlace } from '../../../platform/place.tsx';
import { STEPS, type Step } from './registration.ts';

/**
 * The step lives in the history, so that the phone's own back gesture goes one step back instead of throwing a
 * half-filled form away. The entries are always a beginning of phone, profile, bank; the code's entry is
 * replaced once it has served.
 */
export function useStepHistory(reachable: Record<Step, boolean>) {
  const { pathname, search, state } = usePlace();
  const here = pathname + search;
  const wanted = stepOf(state);
  const step = reachable[wanted] ? wanted : 'phone';

  // After a reload nothing typed is left, and the history must not claim otherwise.
  useEffect(() => {
    if (wanted !== step) goTo(here, { replace: true });
  }, [wanted, step, here]);

  return {
    step,
    hasMoved: useHasChanged(step),
    moveTo: (next: Step) => goTo(here, { replace: step === 'otp', state: { step: next } }),
    backTo: (earlier: Step) => {
      const entries = STEPS.filter((name) => name !== 'otp' || step === 'otp');
      const distance = entries.indexOf(step) - entries.indexOf(earlier);
      if (distance > 0) goBack(distance);
    },
  };
}

function stepOf(state: unknown): Step {
  const named = typeof state === 'object' && state !== null && 'step' in state ? state.step : null;
  return STEPS.find((step) => step === named) ?? 'phone';
}

function useHasChanged(step: Step): boolean {
  const first = useRef(step);
  const [hasChanged, setHasChanged] = useState(false);
  if (!hasChanged && step !== first.current) setHasChanged(true);
  return hasChanged;
}
