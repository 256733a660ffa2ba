import { createPendingIds } from '../platform/pending-ids.ts';

export const pendingTransfers = createPendingIds('pending-transfers');
