const STATUSES = {
  SUCCESS: { key: 'state.success', tone: 'in' },
  FAILED: { key: 'state.failed', tone: 'out' },
} as const;
const IN_PROGRESS = { key: 'state.inProgress', tone: 'gold' } as const;

/** In progress is the default: of a status this version does not know, no more can be said. */
export function statusOf(status: string) {
  return status === 'SUCCESS' || status === 'FAILED' ? STATUSES[status] : IN_PROGRESS;
}
