import ChevronDown from 'lucide-react/icons/chevron-down';
import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { useI18n } from '../i18n/i18n.tsx';
import { classNames } from './class-names.ts';
import { NamedButton } from './named-button.tsx';
import { useAlive } from './use-alive.ts';

type FieldLook = { label: string; hint?: ReactNode; error?: string | undefined };
type Wiring = { id: string; 'aria-invalid'?: true; 'aria-describedby'?: string };
type FrameProps = FieldLook & { id?: string | undefined; className?: string; children: (wiring: Wiring) => ReactNode };

const BOX =
  'w-full min-h-[50px] rounded-control border-[1.5px] border-line bg-ink-0 px-3.5 text-base text-text transition-[border-color,box-shadow] ' +
  'placeholder:text-muted/70 hover:border-muted focus:border-text focus:outline-none focus:ring-3 focus:ring-text/15 ' +
  'aria-invalid:border-out aria-invalid:focus:ring-out/20 [&[readonly]]:text-muted disabled:opacity-60';

/** Screen readers announce the error when it appears; the control refers to it by `<id>-error`. */
export function FieldError({ of, text }: { of: string; text: string | undefined }) {
  return (
    <div aria-live="polite">
      {text && (
        <p id={`${of}-error`} className="mt-1.5 text-small text-out">
          {text}
        </p>
      )}
    </div>
  );
}

/** Ties a label, and a hint or in its place an error, to one control, for eyes and for screen readers. */
function FieldFrame({ label, hint, error, id, className, children }: FrameProps) {
  const ownId = useId();
  const controlId = id ?? ownId;
  const describedBy = error ? `${controlId}-error` : hint ? `${controlId}-hint` : '';
  return (
    <div className={className}>
      <label htmlFor={controlId} className="mb-1.5 block text-small text-muted">
        {label}
      </label>
      {children({
        id: controlId,
        ...(error ? { 'aria-invalid': true } : {}),
        ...(describedBy ? { 'aria-describedby': describedBy } : {}),
      })}
      <FieldError of={controlId} text={error} />
      {hint && !error && (
        <p id={`${controlId}-hint`} className="mt-1.5 text-small text-muted">
          {hint}
        </p>
      )}
    </div>
  );
}

type TextFieldProps = ComponentProps<'input'> &
  FieldLook & {
    trailing?: ReactNode;
    /** For an amount that is the one thing to fill in: a currency sign and large figures. */
    sign?: string;
  };

const AMOUNT = 'figures min-h-16! pl-11! text-title! font-bold placeholder:font-semibold';

export function TextField({ label, hint, error, id, className, trailing, sign, ...input }: TextFieldProps) {
  return (
    <FieldFrame {...{ label, hint, error, id }} {...(className && { className })}>
      {(wiring) => (
        <div className="relative">
          {sign && (
            <span
              aria-hidden="true"
              className="pointer-events-none absolute inset-y-0 left-4 grid place-items-center text-title font-semibold text-muted"
            >
              {sign}
            </span>
          )}
          <input
            type="text"
            {...input}
            {...wiring}
            className={classNames(BOX, Boolean(trailing) && (sign ? 'pr-24' : 'pr-13'), Boolean(sign) && AMOUNT)}
          />
          {trailing && <div className="absolute inset-y-0 right-1 grid place-items-center">{trailing}</div>}
        </div>
      )}
    </FieldFrame>
  );
}

export function PasswordField(props: Omit<TextFieldProps, 'type' | 'trailing'>) {
  const { t } = useI18n();
  const isAlive = useAlive();
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  const label = shown ? t('login.hidePassword') : t('login.showPassword');
  return (
    <TextField
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      {...props}
      type={shown ? 'text' : 'password'}
      trailing={
        <NamedButton
          label={label}
          aria-pressed={shown}
          disabled={!isAlive}
          onClick={() => setShown(!shown)}
          className="grid size-11 place-items-center rounded-[12px] text-muted hover:text-text"
        >
          <Icon aria-hidden="true" className="size-5" />
        </NamedButton>
      }
    />
  );
}

export function SelectField({
  label,
  hint,
  error,
  id,
  className,
  children,
  ...select
}: ComponentProps<'select'> & FieldLook) {
  return (
    <FieldFrame {...{ label, hint, error, id }} {...(className && { className })}>
      {(wiring) => (
        <div className="relative">
          <select {...select} {...wiring} className={classNames(BOX, 'appearance-none truncate pr-11')}>
            {children}
          </select>
          <ChevronDown
            aria-hidden="true"
            className="pointer-events-none absolute top-1/2 right-3.5 size-5 -translate-y-1/2 text-muted"
          />
        </div>
      )}
    </FieldFrame>
  );
}
