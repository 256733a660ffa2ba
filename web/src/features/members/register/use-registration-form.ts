import { useRef, useState } from 'react';
import {
  emptyRegistration,
  fieldsOf,
  type Problem,
  problemIn,
  type Registration,
  type RegistrationField,
  type Step,
} from './registration.ts';

export type RegistrationForm = {
  values: Registration;
  /** What was typed until now, also within the event that typed it. */
  latest: () => Registration;
  set: <Field extends RegistrationField>(field: Field, value: Registration[Field]) => void;
  /** Why the field is wrong: by our rules once its step was tried, by the server until the field changes. */
  problemOf: (field: RegistrationField) => Problem | undefined;
  /** Whether every field of the step is right. If not, what is wrong is shown. */
  check: (step: Step) => boolean;
  refuse: (problems: readonly [RegistrationField, Problem][]) => void;
};

export function useRegistrationForm(inviteCode: string): RegistrationForm {
  const [values, setValues] = useState(() => emptyRegistration(inviteCode));
  const [refusals, setRefusals] = useState<Partial<Record<RegistrationField, Problem>>>({});
  const [triedStep, setTriedStep] = useState<Step | null>(null);
  const latest = useRef(values);

  return {
    values,
    latest: () => latest.current,
    set: (field, value) => {
      latest.current = { ...latest.current, [field]: value };
      setValues(latest.current);
      setRefusals(({ [field]: _, ...others }) => others);
    },
    problemOf: (field) =>
      refusals[field] ??
      (triedStep !== null && fieldsOf(triedStep).includes(field) ? problemIn(field, values) : undefined),
    check: (step) => {
      setTriedStep(step);
      return fieldsOf(step).every((field) => problemIn(field, latest.current) === undefined);
    },
    refuse: (problems) => setRefusals((before) => ({ ...before, ...Object.fromEntries(problems) })),
  };
}
