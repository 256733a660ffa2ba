/** The column of every page for visitors: headings and forms begin at the same place on all of them. */
export const PUBLIC_COLUMN = 'mx-auto w-full max-w-[38rem] px-4 lg:max-w-6xl lg:px-8';
export const PUBLIC_HEADER = `${PUBLIC_COLUMN} mb-4 flex h-17 items-center gap-6 max-[22.4rem]:mb-2 max-[22.4rem]:h-13 lg:h-24`;
/** On a desktop the form or the message, and beside it a panel. */
export const BESIDE = 'grid items-start gap-8 lg:grid-cols-[26rem_1fr] lg:gap-20';
