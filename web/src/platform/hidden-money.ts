import { readStored, writeStored } from './storage.ts';
import { createStore } from './store.ts';

/** In the place of a figure that this device does not show. */
export const HIDDEN_FIGURES = '••••••';

/** Whether this device shows no figure of the member's own money: another person may look over the shoulder. */
const isToldToHide = () => readStored('money-hidden') === 'yes';
const store = createStore(isToldToHide());
export const useIsMoneyHidden = store.use;

/** What one tab hides, the other tabs of this device hide too. Returns the function that ends it. */
export function followOtherTabs(): () => void {
  const follow = ({ key }: StorageEvent) => key === 'money-hidden' && store.set(isToldToHide());
  window.addEventListener('storage', follow);
  return () => window.removeEventListener('storage', follow);
}

export function setMoneyHidden(isHidden: boolean): void {
  writeStored('money-hidden', isHidden ? 'yes' : 'no');
  store.set(isHidden);
}

/** How a figure of the member's own money is written on this device: as it is, or not at all. */
export function useShownFigure(): (text: string) => string {
  const isHidden = useIsMoneyHidden();
  return (text) => (isHidden ? HIDDEN_FIGURES : text);
}
