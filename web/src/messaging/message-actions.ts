/** A customer's actions in a message. Without them, as at the desk, buttons are shown and do nothing. */
export type MessageActions = {
  /** The customer chose an offered reply. */
  postback: (title: string, payload: string) => void;
  /** A link leads to another screen of this site. */
  leave: () => void;
};
