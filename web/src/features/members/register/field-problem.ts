import { useI18n } from '../../../i18n/i18n.tsx';
import { isFieldProblem, isRefusal, type RegistrationField } from './registration.ts';
import type { Wizard } from './use-wizard.ts';

/** The form keeps codes and not texts, so that a change of language changes the errors too. */
export function useFieldProblem({ form }: Wizard) {
  const { t, fieldText } = useI18n();
  return (field: RegistrationField, label: string): string | undefined => {
    const code = form.problemOf(field);
    if (isFieldProblem(code)) return fieldText(code, label);
    return isRefusal(code) ? t(`error.${code}`) : undefined;
  };
}
