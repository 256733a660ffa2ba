import type { Config } from '../../config.ts';
import { askJson, asRecord } from '../http-json.ts';
import type { SendSms } from './sms.ts';

/** A gateway that takes `POST <url>/messages` with a bearer key; a repeated reference is sent once. */
export function httpGateway(config: Config): SendSms {
  return async (message) => {
    const { status, body } = await askJson({
      method: 'POST',
      url: `${config.smsUrl}/messages`,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${config.smsKey}` },
      body: JSON.stringify(message),
      timeoutMs: config.providerTimeoutMs,
    });
    const isAccepted = status >= 200 && status < 300 && asRecord(body).status === 'accepted';
    if (!isAccepted) throw new Error(`the SMS gateway answered ${status}`);
  };
}
