import { OTP_LENGTH } from '@krapao/contract/members/limits.ts';
import type { ChangeEvent, ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import { FieldError } from './field.tsx';

type OtpInputProps = Omit<ComponentProps<'input'>, 'onChange'> & {
  id: string;
  label: string;
  error: string | undefined;
  /** The digits typed so far. */
  code: string;
  onChange: (event: ChangeEvent<HTMLInputElement>) => void;
};

const PLACES = Array.from({ length: OTP_LENGTH }, (_, place) => place);

const ACTIVE = {
  usual: 'group-focus-within:border-text group-focus-within:ring-3 group-focus-within:ring-text/15',
  wrong: 'group-focus-within:ring-3 group-focus-within:ring-out/20',
} as const;

/**
 * Six boxes for the eye, one input for everything else: autofill from the message, pasting, deleting and
 * screen readers all work on a single field.
 */
export function OtpInput({ id, label, error, code, onChange, disabled, ...input }: OtpInputProps) {
  const active = Math.min(code.length, OTP_LENGTH - 1);
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-small text-muted">
        {label}
      </label>
      <div className="group relative">
        <input
          {...input}
          id={id}
          type="text"
          inputMode="numeric"
          autoComplete="one-time-code"
          pattern="[0-9]*"
          disabled={disabled}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          onChange={(event) => {
            event.target.value = event.target.value.replace(/\D/g, '').slice(0, OTP_LENGTH);
            onChange(event);
          }}
          className="absolute inset-0 z-10 w-full cursor-text opacity-0 disabled:cursor-not-allowed"
        />
        <div aria-hidden="true" className="grid grid-cols-6 gap-2">
          {PLACES.map((place) => (
            <span
              key={place}
              className={classNames(
                'figures grid h-14 place-items-center rounded-[14px] border bg-ink-2 text-title font-bold transition-[border-color,box-shadow]',
                error ? 'border-out' : 'border-line',
                place === active && (error ? ACTIVE.wrong : ACTIVE.usual),
                disabled && 'opacity-55',
              )}
            >
              {code[place]}
            </span>
          ))}
        </div>
      </div>
      <FieldError of={id} text={error} />
    </div>
  );
}
