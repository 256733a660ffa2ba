/** Where an operator types: what is asked for there, and where the token of who is signed in is kept. */
export type Terminal = {
  askPassword: (question: string) => Promise<string>;
  readToken: () => Promise<string | null>;
  keepToken: (token: string) => Promise<void>;
  forgetToken: () => Promise<void>;
};
