import type { Edition } from '@krapao/contract/editions.ts';

/** The settings that the server wrote into the page. */
const page = document.documentElement.dataset;

export const edition: Edition = page.edition === 'la' ? 'la' : 'th';
export const clientKey = page.clientKey ?? 'member-web';
/** Games open in a frame inside the app instead of a new tab. */
export const iframeMode = page.iframeMode === 'on';
/** The secret that seals True Wallet links, see features/deposits/truelinks/true-link.ts. */
export const truelinkSecret = page.truelinkSecret ?? 'krapao-truelink';
export const siteName = document.title;
