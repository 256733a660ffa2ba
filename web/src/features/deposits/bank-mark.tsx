import { classNames } from '../../ui/class-names.ts';

/** The colours of banks and providers, with letters of our own: no trademark is copied. */
const MARKS: Record<string, { letters: string; colour: string; ink?: string }> = {
  KBANK: { letters: 'K', colour: '#12843d' },
  SCB: { letters: 'S', colour: '#54308c' },
  GSB: { letters: 'G', colour: '#d6117f' },
  KTB: { letters: 'KT', colour: '#0b84c6' },
  BBL: { letters: 'B', colour: '#22409a' },
  TMB: { letters: 'T', colour: '#0a5fb4' },
  BAY: { letters: 'A', colour: '#f2c500', ink: '#3a2f00' },
  BCEL: { letters: 'BC', colour: '#b3202c' },
  WW: { letters: 'W', colour: '#1666d3' },
  PAYONEX: { letters: 'P1', colour: '#6b3be0' },
  PAYTIMZ: { letters: 'Pt', colour: '#c8511b' },
  FP: { letters: 'F', colour: '#0b7f86' },
  TRUE: { letters: 't', colour: '#d35400' },
};

/** The picture of a bank or payment provider; its name is always written beside it. */
export function BankMark({ code, className = 'size-11' }: { code: string; className?: string }) {
  const { letters, colour, ink = '#ffffff' } = MARKS[code] ?? { letters: code.slice(0, 1), colour: '#3b4a61' };
  return (
    <svg viewBox="0 0 44 44" aria-hidden="true" className={classNames('shrink-0', className)}>
      <rect width="44" height="44" rx="13" fill={colour} />
      <path d="M0 31C12 40 30 38 44 22v9a13 13 0 0 1-13 13H13A13 13 0 0 1 0 31z" fill="#000" opacity="0.16" />
      <path d="M13 0h18a13 13 0 0 1 13 13v2C30 8 12 8 0 15v-2A13 13 0 0 1 13 0z" fill="#fff" opacity="0.14" />
      <text x="22" y="29" textAnchor="middle" fontSize={letters.length > 1 ? 17 : 21} fontWeight="700" fill={ink}>
        {letters}
      </text>
    </svg>
  );
}
