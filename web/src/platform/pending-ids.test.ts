import { afterEach, expect, test, vi } from 'vitest';
import { ApiError } from './api-error.ts';
import { createPendingIds, isAbsent } from './pending-ids.ts';
import { endSession } from './session.ts';
import { writeStored } from './storage.ts';

const A = '3f2b8f0e-8a43-4f5e-9d3b-0f1a2b3c4d5e';
const B = '00000000-0000-4000-8000-000000000000';

const transfers = createPendingIds('pending-transfers');
const withdrawals = createPendingIds('unanswered-withdrawals');

afterEach(endSession);

test('a transfer is watched once until its end is told once', () => {
  transfers.add(A);
  transfers.add(B);
  transfers.add(A);
  expect(transfers.all()).toEqual([A, B]);
  expect(transfers.remove(A)).toBe(true);
  expect(transfers.remove(A)).toBe(false);
  expect(transfers.all()).toEqual([B]);
});

test('nothing is watched for the next member', () => {
  transfers.add(A);
  expect(createPendingIds('pending-transfers').all()).toEqual([A]);
  endSession();
  expect(transfers.all()).toEqual([]);
  expect(createPendingIds('pending-transfers').all()).toEqual([]);
});

test('transfers and withdrawals are watched apart', () => {
  withdrawals.add(A);
  expect(transfers.all()).toEqual([]);
  expect(withdrawals.all()).toEqual([A]);
});

test('the list is the same object until it changes, and its watchers hear of every change', () => {
  const heard = vi.fn();
  const stop = transfers.watch(heard);
  transfers.add(A);
  expect(transfers.all()).toBe(transfers.all());
  transfers.remove(A);
  stop();
  transfers.add(B);
  expect(heard).toHaveBeenCalledTimes(2);
});

test('a reload goes on watching, and whatever else was stored is not asked for', () => {
  writeStored('pending-transfers', `${A} ../../wallet  x`, 'sessionStorage');
  expect(createPendingIds('pending-transfers').all()).toEqual([A]);
});

test.each([
  ['the server does not know', new ApiError({ code: 'NO_DATA', status: 404 }), 10, true],
  ['the server does not know yet', new ApiError({ code: 'NO_DATA', status: 404 }), 9, false],
  ['nobody answers for', new ApiError({ code: 'NETWORK_ERROR' }), 99, false],
  ['the server cannot look up', new ApiError({ code: 'SERVICE_UNAVAILABLE', status: 503 }), 99, false],
  ['is there', null, 99, false],
])('a movement that %s has never arrived: %#', (_what, error, errorUpdateCount, expected) => {
  expect(isAbsent({ error, errorUpdateCount }, 10)).toBe(expected);
});
