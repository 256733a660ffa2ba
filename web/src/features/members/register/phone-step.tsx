import { onlyDigits } from '@krapao/contract/digits.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useI18n } from '../../../i18n/i18n.tsx';
import { PhoneField } from '../../../ui/phone-field.tsx';
import { useFieldProblem } from './field-problem.ts';
import { registerOtpQuery, useSendOtp } from './register.queries.ts';
import { StepForm } from './step-form.tsx';
import type { Wizard } from './use-wizard.ts';

export function PhoneStep({ wizard }: { wizard: Wizard }) {
  const { t } = useI18n();
  const queryClient = useQueryClient();
  const sendOtp = useSendOtp();
  const problem = useFieldProblem(wizard);
  const { form, challenge, acceptedPhone } = wizard;
  const label = t('register.phone');
  const error = problem('phone', label);

  const submit = async () => {
    const phone = onlyDigits(form.latest().phone);
    if (phone === acceptedPhone) return wizard.acceptPhone(phone);
    if (challenge?.phone === phone && challenge.expiresAt > Date.now()) return wizard.askForCode(challenge);
    try {
      const { enabled } = await queryClient.ensureQueryData(registerOtpQuery);
      const sent = enabled ? await sendOtp.mutateAsync(phone) : null;
      if (sent) wizard.askForCode(sent);
      else wizard.acceptPhone(phone);
    } catch (error) {
      wizard.fail(error);
    }
  };

  return (
    <StepForm wizard={wizard} submitLabel={t('action.next')} onSubmit={submit}>
      <PhoneField
        name="phone"
        label={label}
        hint={t('register.phone.hint')}
        error={error}
        maxLength={20}
        value={form.values.phone}
        onValueChange={(phone) => form.set('phone', phone)}
      />
    </StepForm>
  );
}
