/** Hands one text message to a gateway. Throws if the gateway did not accept it. */
export type SendSms = (message: { to: string; text: string; reference: string }) => Promise<void>;
