import { OfflineHint } from '../../ui/offline-hint.tsx';
import type { Part } from '../part.ts';

/** In the gallery the device always says that it has no network; with one, the hint shows nothing. */
Object.defineProperty(navigator, 'onLine', { get: () => false, configurable: true });

export const part: Part = { room: 'page', states: { 'no network': () => <OfflineHint /> } };
