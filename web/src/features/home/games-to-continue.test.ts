import { expect, test } from 'vitest';
import { gamesToContinue } from './games-to-continue.ts';

const game = (code: string, amount: number, playedAt?: string, isActive = true) => ({
  ...{ code, amount, isActive },
  ...(playedAt && { playedAt }),
});

test('games with money stand first, then those played last; a game that was never used is not among them', () => {
  const slots = [
    game('opened', 0),
    game('yesterday', 0, '2026-11-18T10:00:00.000Z'),
    game('rich', 500, '2026-11-17T10:00:00.000Z'),
    game('today', 0, '2026-11-19T10:00:00.000Z'),
    game('richToday', 1, '2026-11-19T09:00:00.000Z'),
    game('movedIn', 20),
    game('closed', 0, '2026-11-19T10:00:00.000Z', false),
  ];
  expect(gamesToContinue(slots).map(({ code }) => code)).toEqual([
    'richToday',
    'rich',
    'movedIn',
    'today',
    'yesterday',
  ]);
});
