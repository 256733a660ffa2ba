export const CHAT_TEXT_MAX_LENGTH = 2_000;
/** Of the title and of the payload of a button that was pressed. */
export const CHAT_POSTBACK_MAX_LENGTH = 200;
export const CHAT_IMAGE_MAX_MB = 10;
export const CHAT_VIDEO_MAX_MB = 20;
