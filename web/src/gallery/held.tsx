import { type ReactNode, useState } from 'react';

type HeldProps<V> = { initial: V; children: (value: V, hold: (value: V) => void) => ReactNode };

/** Holds the value of a component that leaves its value to the screen. */
export function Held<V>({ initial, children }: HeldProps<V>) {
  const [value, hold] = useState(initial);
  return children(value, hold);
}
