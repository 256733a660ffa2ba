import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { STEPS, type Step } from './registration.ts';

/**
 * The step lives in the history, so that the phone's own back gesture goes one step back instead of throwing a
 * half-filled form away. The entries are always a beginning of phone, profile, bank; the code's entry is
 * replaced once it has served.
 */
export function useStepHistory(reachable: Record<Step, boolean>) {
  const location = useLocation();
  const navigate = useNavigate();
  const wanted = stepOf(location.state);
  const step = reachable[wanted] ? wanted : 'phone';

  // After a reload nothing typed is left, and the history must not claim otherwise.
  useEffect(() => {
    if (wanted !== step) void navigate(location.search, { replace: true, state: null });
  }, [wanted, step, location.search, navigate]);

  return {
    step,
    hasMoved: useHasChanged(step),
    moveTo: (next: Step) => navigate(location.search, { replace: step === 'otp', state: { step: next } }),
    backTo: (earlier: Step) => {
      const entries = STEPS.filter((name) => name !== 'otp' || step === 'otp');
      const distance = entries.indexOf(step) - entries.indexOf(earlier);
      if (distance > 0) void navigate(-distance);
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
