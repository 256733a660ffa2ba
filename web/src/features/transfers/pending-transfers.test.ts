import { afterEach, expect, test, vi } from 'vitest';
import { endSession } from '../../platform/session.ts';
import { writeStored } from '../../platform/storage.ts';
import { addPending, onPendingChange, pendingTransfers, removePending } from './pending-transfers.ts';

const A = '3f2b8f0e-8a43-4f5e-9d3b-0f1a2b3c4d5e';
const B = '00000000-0000-4000-8000-000000000000';

afterEach(endSession);

test('a transfer is watched once until its end is told once', () => {
  addPending(A);
  addPending(B);
  addPending(A);
  expect(pendingTransfers()).toEqual([A, B]);
  expect(removePending(A)).toBe(true);
  expect(removePending(A)).toBe(false);
  expect(pendingTransfers()).toEqual([B]);
});

test('nothing is watched for the next member', () => {
  addPending(A);
  endSession();
  expect(pendingTransfers()).toEqual([]);
});

test('the list is the same object until it changes, and its watchers hear of every change', () => {
  const heard = vi.fn();
  const stop = onPendingChange(heard);
  addPending(A);
  expect(pendingTransfers()).toBe(pendingTransfers());
  removePending(A);
  stop();
  addPending(B);
  expect(heard).toHaveBeenCalledTimes(2);
});

test('whatever else was stored is not asked for', () => {
  writeStored('pending-transfers', `${A} ../../wallet  x`, 'sessionStorage');
  expect(pendingTransfers()).toEqual([A]);
});
