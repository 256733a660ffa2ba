export const CHAT_TEXT_MAX_LENGTH = 2_000;
export const CHAT_IMAGE_MAX_MB = 10;
export const CHAT_VIDEO_MAX_MB = 20;
