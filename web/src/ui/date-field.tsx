import { type ComponentProps, useState } from 'react';
import { TextField } from './field.tsx';

type DateFieldProps = Omit<ComponentProps<typeof TextField>, 'type' | 'value' | 'onChange'> & {
  value: string;
  /** Whether the text is an allowed day; a year that is still being typed is not. */
  isTaken: (day: string) => boolean;
  onValueChange: (day: string) => void;
};

/** The browser's own calendar. It keeps a half-typed date to itself, and passes on whole days or none at all. */
export function DateField({ value, isTaken, onValueChange, ...rest }: DateFieldProps) {
  const [typed, setTyped] = useState(value);
  const [given, setGiven] = useState(value);
  if (value !== given) {
    setGiven(value);
    setTyped(value);
  }
  return (
    <TextField
      {...rest}
      type="date"
      value={typed}
      onChange={({ target }) => {
        setTyped(target.value);
        if (target.value === '' || isTaken(target.value)) onValueChange(target.value);
      }}
    />
  );
}
