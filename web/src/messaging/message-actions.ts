/** What a customer can do in a message. Without it, as at the desk, buttons are shown and do nothing. */
export type MessageActions = {
  /** The customer chose something that was offered. */
  postback: (title: string, payload: string) => void;
  /** A link leads to another screen of this site. */
  leave: () => void;
};
