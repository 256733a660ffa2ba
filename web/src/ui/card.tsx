import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';

type CardProps = ComponentProps<'section'> & {
  /** Rows that reach the edge bring their own padding. */
  flush?: boolean;
};

export function Card({ flush = false, className, ...rest }: CardProps) {
  return <section {...rest} className={classNames('surface rounded-lg', !flush && 'p-5', className)} />;
}
