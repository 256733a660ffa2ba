import { createPendingIds } from '../../../platform/pending-ids.ts';

/** Spins that were asked for and whose prize the member has not been shown yet. */
export const pendingSpins = createPendingIds('pending-spins');
