import type { Sandbox } from '../sandbox.ts';
import { registerControls } from './controls.ts';
import { registerProviders } from './provider.ts';
import { registerSites } from './site.ts';
import { registerTable } from './table.ts';

/** Every game provider: what the product calls, what happens at the games, and the tables people play at. */
export function registerGames(sandbox: Sandbox): void {
  registerProviders(sandbox);
  registerControls(sandbox);
  registerSites(sandbox);
  registerTable(sandbox);
}
