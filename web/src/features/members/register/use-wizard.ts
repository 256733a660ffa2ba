import { onlyDigits } from '@krapao/contract/digits.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../../platform/api-error.ts';
import { usePlace } from '../../../platform/place.tsx';
import { useInviteCode } from './invite-code.ts';
import { forgetProof } from './phone-proof.ts';
import { type OtpChallenge, registerOtpQuery } from './register.queries.ts';
import { earliestStep, problemsOf, type Step } from './registration.ts';
import { useStepHistory } from './step-history.ts';
import { type RegistrationForm, useRegistrationForm } from './use-registration-form.ts';

/** A failure of the step as a whole; `until` is when trying again makes sense. */
export type Notice = { error: unknown; until: number };

export type Wizard = {
  form: RegistrationForm;
  step: Step;
  /** False until the first move: the page that just opened leaves the focus where the browser put it. */
  hasMoved: boolean;
  notice: Notice | null;
  clearNotice: () => void;
  /** The invite code came with a link and is not the newcomer's to change. */
  isInviteFixed: boolean;
  challenge: OtpChallenge | null;
  setChallenge: (challenge: OtpChallenge) => void;
  /** The phone that needs no code or has been verified by one. */
  acceptedPhone: string | null;
  askForCode: (challenge: OtpChallenge) => void;
  acceptPhone: (phone: string) => void;
  acceptProfile: () => void;
  backTo: (step: Step) => void;
  /** Shows a failure at the step and field where it can be corrected. */
  fail: (error: unknown) => void;
};

export function useWizard(): Wizard {
  const { search } = usePlace();
  const queryClient = useQueryClient();
  const invite = useInviteCode(search);
  const form = useRegistrationForm(invite.code);
  const [challenge, setChallenge] = useState<OtpChallenge | null>(null);
  const [acceptedPhone, setAcceptedPhone] = useState<string | null>(null);
  const [hasProfile, setHasProfile] = useState(false);
  const [notice, setNotice] = useState<Notice | null>(null);

  const phone = onlyDigits(form.values.phone);
  const { step, hasMoved, moveTo, backTo } = useStepHistory({
    phone: true,
    otp: challenge?.phone === phone,
    profile: acceptedPhone === phone,
    bank: acceptedPhone === phone && hasProfile,
  });
  const clearNotice = () => setNotice(null);

  /** The verification ran out, or none was required when the page opened: the first step shows again. */
  const forgetVerification = () => {
    queryClient.setQueryData(registerOtpQuery.queryKey, { enabled: true });
    forgetProof();
    setChallenge(null);
    setAcceptedPhone(null);
  };

  const fail = (error: unknown) => {
    const known = error instanceof ApiError ? error : null;
    if (!known) reportError(error);
    if (known?.handled) return;
    setNotice({ error, until: Date.now() + (known?.retryAfterSeconds ?? 0) * 1000 });
    if (known?.code === 'UNVERIFIED_OTP') forgetVerification();
    const problems = known ? problemsOf(known) : [];
    form.refuse(problems);
    if (problems.some(([field]) => field === 'inviteCode')) invite.release();
    const mendAt = earliestStep(problems);
    if (mendAt === step) clearNotice();
    // A number that is taken may be the caller's own: they choose between another number and logging in.
    else if (mendAt && known?.code !== 'EXISTING_USER') backTo(mendAt);
  };

  const moveOn = (next: Step) => {
    clearNotice();
    moveTo(next);
  };
  return {
    ...{ form, step, hasMoved, notice, clearNotice, challenge, setChallenge, acceptedPhone, fail },
    isInviteFixed: invite.isFixed,
    askForCode: (next) => {
      setChallenge(next);
      form.set('otpCode', '');
      moveOn('otp');
    },
    acceptPhone: (accepted) => {
      setAcceptedPhone(accepted);
      moveOn('profile');
    },
    acceptProfile: () => {
      setHasProfile(true);
      moveOn('bank');
    },
    backTo: (earlier) => {
      clearNotice();
      backTo(earlier);
    },
  };
}
