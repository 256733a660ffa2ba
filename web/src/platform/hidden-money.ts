import { readStored, writeStored } from './storage.ts';
import { createStore } from './store.ts';

/** In the place of a figure that this device does not show. */
export const HIDDEN_FIGURES = '••••••';

/** Whether this device shows no figure of the member's own money: another person may look over the shoulder. */
const store = createStore(readStored('money-hidden') === 'yes');
export const useIsMoneyHidden = store.use;

export function setMoneyHidden(isHidden: boolean): void {
  writeStored('money-hidden', isHidden ? 'yes' : 'no');
  store.set(isHidden);
}

/** How a figure of the member's own money is written on this device: as it is, or not at all. */
export function useShownFigure(): (text: string) => string {
  const isHidden = useIsMoneyHidden();
  return (text) => (isHidden ? HIDDEN_FIGURES : text);
}
