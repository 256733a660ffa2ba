import type { ReactNode } from 'react';
import { classNames } from '../ui/class-names.ts';

type Mark = { colour: string; ink?: string; letters: string; emblem?: ReactNode };

/**
 * A bank is known by its colour, its short name and what its sign shows: an ear of rice, a leaf, a bird. The pictures are
 * drawn by us; no bank's logo is copied.
 */
const MARKS: Record<string, Mark> = {
  KBANK: {
    colour: '#12843d',
    letters: 'KBank',
    emblem: (
      <path d="M22 6c6 5 6 13 0 19-6-6-6-14 0-19zm-9 6c5 2 8 7 8 13-6-1-9-6-8-13zm18 0c1 7-2 12-8 13 0-6 3-11 8-13z" />
    ),
  },
  SCB: {
    colour: '#4e2e7f',
    ink: '#ffd76b',
    letters: 'SCB',
    emblem: <path d="M22 4c2 5 10 8 10 14 0 4-4 7-9 7v-9h-2v9c-5 0-9-3-9-7 0-6 8-9 10-14z" />,
  },
  BBL: {
    colour: '#1e3a8f',
    letters: 'BBL',
    emblem: <path d="M22 5l6 6-6 6-6-6zm-9 8l5 5-5 5-5-5zm18 0l5 5-5 5-5-5zm-9 5l4 4-4 4-4-4z" />,
  },
  KTB: {
    colour: '#0d8ecf',
    letters: 'KTB',
    emblem: <path d="M7 22c8 1 10-3 12-8 2-4 6-7 12-8-2 2-2 4-1 6l6 2-7 1c-1 7-9 11-22 7z" />,
  },
  BAY: {
    colour: '#fec43b',
    ink: '#5a3a22',
    letters: 'BAY',
    emblem: <path d="M22 5l13 8v3H9v-3zM11 18h4v7h-4zm9 0h4v7h-4zm9 0h4v7h-4z" />,
  },
  TMB: {
    colour: '#0056ff',
    letters: 'ttb',
    emblem: (
      <>
        <circle cx="15" cy="15" r="8" />
        <circle cx="30" cy="15" r="7" fill="#ff7a1a" />
      </>
    ),
  },
  GSB: {
    colour: '#e6007e',
    letters: 'GSB',
    emblem: <path d="M22 5c7 0 12 5 13 11-3-2-5-2-7 0-2-2-4-2-5 0v9h-2v-9c-1-2-3-2-5 0-2-2-4-2-7 0 1-6 6-11 13-11z" />,
  },
  BAAC: {
    colour: '#3d7a2a',
    ink: '#ffe07a',
    letters: 'BAAC',
    emblem: (
      <path d="M22 4v21M22 9c4 0 7-1 8-4 1 5-2 9-8 9-6 0-9-4-8-9 1 3 4 4 8 4zm0 8c4 0 7-1 8-4 1 5-2 9-8 9-6 0-9-4-8-9 1 3 4 4 8 4z" />
    ),
  },
  GHB: { colour: '#e7721b', letters: 'GHB', emblem: <path d="M22 5l13 10h-4v10H13V15H9z" /> },
  BCEL: {
    colour: '#c21f30',
    letters: 'BCEL',
    emblem: (
      <path d="M22 5a10 10 0 1 1 0 20 10 10 0 0 1 0-20zm0 4a6 6 0 1 0 0 12 6 6 0 0 0 0-12zm0 3a3 3 0 1 1 0 6 3 3 0 0 1 0-6z" />
    ),
  },
  TRUE: {
    colour: '#e65100',
    letters: 'True',
    emblem: <path d="M9 9h22a4 4 0 0 1 4 4h-8a4 4 0 0 0 0 8h8a4 4 0 0 1-4 4H9zm18 6h10v4H27a2 2 0 0 1 0-4z" />,
  },
  UOBT: { colour: '#0b3b8c', letters: 'UOB' },
  CIMBT: { colour: '#7e2f36', letters: 'CIMB' },
  KKP: { colour: '#5b5f8a', letters: 'KKP' },
  LHB: { colour: '#56616b', letters: 'LHB' },
  TISCO: { colour: '#12549f', letters: 'TISCO' },
  IBANK: { colour: '#164626', letters: 'iBank' },
  TCRB: { colour: '#0a5f55', letters: 'TCR' },
  LDB: { colour: '#1c4fa1', letters: 'LDB' },
  JDB: { colour: '#7b1e3a', letters: 'JDB' },
  WW: { colour: '#1666d3', letters: 'WW' },
  PAYONEX: { colour: '#6b3be0', letters: 'P1' },
  PAYTIMZ: { colour: '#b94512', letters: 'PTZ' },
  FP: { colour: '#0b7f86', letters: 'FP' },
};

/** The one picture of a bank or payment provider, wherever it is shown; its name is always written beside it. */
export function BankMark({ code, className = 'size-11' }: { code: string; className?: string }) {
  const { letters, colour, ink = '#ffffff', emblem } = MARKS[code] ?? { letters: code.slice(0, 4), colour: '#3b4a61' };
  return (
    <svg viewBox="0 0 44 44" aria-hidden="true" className={classNames('shrink-0', className)}>
      <rect width="44" height="44" rx="12" fill={colour} />
      <g fill={ink}>{emblem}</g>
      <text
        x="22"
        y={emblem ? 38 : 27}
        textAnchor="middle"
        fontSize={emblem ? 11 : letters.length > 3 ? 13 : 17}
        fontWeight="800"
        fill={ink}
      >
        {letters}
      </text>
    </svg>
  );
}
