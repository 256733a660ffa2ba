import type { ComponentProps } from 'react';
import { edition } from '../platform/edition.ts';
import { groupedPhone } from '../platform/phone-text.ts';
import { TextField } from './field.tsx';

type PhoneFieldProps = Omit<ComponentProps<typeof TextField>, 'type' | 'value' | 'onChange'> & {
  value: string;
  /** The text as shown, spaces included. */
  onValueChange: (value: string) => void;
};

export function shownPhone(text: string): string {
  return edition === 'th' ? groupedPhone(text) : text;
}

/** Groups the digits of a Thai number while they are typed at the end; an edit in the middle is left alone. */
export function PhoneField({ value, onValueChange, onBlur, ...rest }: PhoneFieldProps) {
  return (
    <TextField
      autoComplete="tel"
      {...rest}
      type="tel"
      inputMode="tel"
      value={value}
      onChange={({ target }) => {
        const atEnd = target.selectionStart === target.value.length;
        onValueChange(atEnd ? shownPhone(target.value) : target.value);
      }}
      onBlur={(event) => {
        onValueChange(shownPhone(value));
        onBlur?.(event);
      }}
    />
  );
}
