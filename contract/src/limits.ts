export const UPLOAD_TIMEOUT_MS = 300_000;
export const PAGE_LIMIT_MAX = 100;
