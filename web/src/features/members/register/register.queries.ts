import type { Locale } from '@krapao/contract/editions.ts';
import { OTP_LIFE_SECONDS, OTP_RESEND_SECONDS } from '@krapao/contract/members/limits.ts';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { chosenLocale } from '../../../i18n/i18n.tsx';
import { call } from '../../../platform/api.ts';
import { keepProof, proofOf } from './phone-proof.ts';
import { profileBody, type Registration, registrationBody } from './registration.ts';

/** Lists that change by the month need no refetching while a newcomer fills in a form. */
const SELDOM_MS = 10 * 60_000;

export const banksQuery = queryOptions({
  queryKey: ['banks'],
  queryFn: ({ signal }) => call('GET /api/lookup/banks', { signal }),
  staleTime: SELDOM_MS,
});

export const sourcesQuery = (locale: Locale) =>
  queryOptions({
    queryKey: ['sources', locale],
    queryFn: ({ signal }) => call('GET /api/lookup/sources', { query: { locale }, signal }),
    staleTime: SELDOM_MS,
  });

export const registerOtpQuery = queryOptions({
  queryKey: ['register-otp'],
  queryFn: ({ signal }) => call('GET /api/lookup/registerOTP', { signal }),
});

/** A code on its way to a phone. The deadlines are times of this device's clock. */
export type OtpChallenge = {
  phone: string;
  otpRef: string;
  otpToken: string;
  expiresAt: number;
  resendAt: number;
};

/** `null`: this tab verified the phone a moment ago, and it needs no code. */
async function sendOtp(phone: string): Promise<OtpChallenge | null> {
  const proof = proofOf(phone);
  const { code, otpRef, otpToken } = await call('POST /api/otp/send', {
    query: { locale: chosenLocale() },
    body: { phoneNumber: phone, ...(proof && { proof }) },
  });
  if (code === 'OTP_VERIFIED') return null;
  const now = Date.now();
  return {
    phone,
    otpRef,
    otpToken,
    expiresAt: now + OTP_LIFE_SECONDS * 1000,
    resendAt: now + OTP_RESEND_SECONDS * 1000,
  };
}

export const useSendOtp = () => useMutation({ mutationFn: sendOtp });

export const useVerifyOtp = () =>
  useMutation({
    mutationFn: async ({ phone, ...body }: { phone: string; otpToken: string; otpCode: string }) => {
      const { proof } = await call('POST /api/otp/verify', { body });
      keepProof(phone, proof);
    },
  });

export const useValidateProfile = () =>
  useMutation({
    mutationFn: (values: Registration) => call('POST /api/account/validate', { body: profileBody(values) }),
  });

export const useRegister = () =>
  useMutation({
    mutationFn: (values: Registration) => call('POST /api/account', { body: registrationBody(values) }),
  });
