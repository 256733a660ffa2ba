import type { Config } from '../../config.ts';
import type { SendSms } from './sms.ts';

/** A gateway that takes `POST <url>/messages` with a bearer key; a repeated reference is sent once. */
export function httpGateway(config: Config): SendSms {
  return async (message) => {
    const response = await fetch(`${config.smsUrl}/messages`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${config.smsKey}` },
      body: JSON.stringify(message),
      signal: AbortSignal.timeout(config.providerTimeoutMs),
    });
    const answer: unknown = await response.json();
    const isAccepted =
      response.ok &&
      typeof answer === 'object' &&
      answer !== null &&
      'status' in answer &&
      answer.status === 'accepted';
    if (!isAccepted) throw new Error(`the SMS gateway answered ${response.status}`);
  };
}
