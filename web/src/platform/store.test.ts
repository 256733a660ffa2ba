import { expect, test, vi } from 'vitest';
import { createStore } from './store.ts';

test('watchers hear of every change and of nothing else', () => {
  const store = createStore(1);
  const heard = vi.fn();
  const stop = store.watch(heard);
  store.set(2);
  store.set(2);
  expect(store.get()).toBe(2);
  expect(heard).toHaveBeenCalledTimes(1);
  stop();
  store.set(3);
  expect(heard).toHaveBeenCalledTimes(1);
});

test('a watcher may end its own watching while it is told', () => {
  const store = createStore('a');
  const heard = vi.fn();
  const stop = store.watch(() => stop());
  store.watch(heard);
  store.set('b');
  store.set('c');
  expect(heard).toHaveBeenCalledTimes(2);
});
