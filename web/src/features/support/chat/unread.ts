import { onSessionEnd } from '../../../platform/session.ts';
import { createStore } from '../../../platform/store.ts';

/** How many of support's entries the customer has not read: one number for the button and the panel. */
export const unread = createStore(0);

onSessionEnd(() => unread.set(0));
