export const CHAT_READ_DELAY_MS = 1_000;
export const CHAT_BOTTOM_TOLERANCE_PX = 60;
