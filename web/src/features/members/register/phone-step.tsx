import { onlyDigits } from '@krapao/contract/digits.ts';
import { phoneProblem } from '@krapao/contract/rules.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Controller } from 'react-hook-form';
import { useI18n } from '../../../i18n/i18n.tsx';
import { edition } from '../../../platform/edition.ts';
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

  const submit = async () => {
    const phone = onlyDigits(form.getValues('phone'));
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
    <StepForm wizard={wizard} submitLabel={t('action.next')} onSubmit={submit} isPending={form.formState.isSubmitting}>
      <Controller
        control={form.control}
        name="phone"
        rules={{ validate: (phone) => phoneProblem(onlyDigits(phone), edition) ?? true }}
        render={({ field: { onChange, ...field } }) => (
          <PhoneField
            {...field}
            label={label}
            hint={t('register.phone.hint')}
            error={problem('phone', label)}
            maxLength={20}
            onValueChange={onChange}
          />
        )}
      />
    </StepForm>
  );
}
