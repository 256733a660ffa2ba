import { Type } from 'typebox';
import type { Config } from '../config.ts';
import type { Transaction } from '../platform/database.ts';
import { readSettings, type Settings, writeSetting } from '../platform/settings.ts';
import { change, choice, fields, look } from './act.ts';
import { LINES } from './control-characters.ts';
import { leadsOutside } from './outside-links.ts';

const onOrOff = fields({ state: choice(['on', 'off']) });
const timeOfDay = Type.String({
  pattern: '^([01]\\d|2[0-3]):[0-5]\\d$',
  description: 'Give two times of day such as 23:30 00:30.',
});

/** Settings of the service as a whole. */
export function serviceActs(config: Config) {
  const write = async <N extends keyof Settings>(tx: Transaction, name: N, value: Settings[N]) => {
    const before = (await readSettings(tx, config))[name];
    await writeSetting(tx, name, value);
    return { data: value, before: { [name]: before }, after: { [name]: value } };
  };
  return {
    switchService: change({
      name: 'service',
      summary: 'opens the service, or shows every visitor that it is gone',
      permission: 'settings',
      needsSecond: (_tx, { state }) => state === 'gone',
      schema: fields({ state: choice(['active', 'gone']) }),
      run: (tx, _operator, { state }) => write(tx, 'service', state),
    }),
    switchRegisterOtp: change({
      name: 'register-otp',
      summary: 'whether registering asks for an OTP',
      permission: 'settings',
      needsSecond: false,
      schema: onOrOff,
      run: (tx, _operator, { state }) => write(tx, 'registerOtp', state === 'on'),
    }),
    switchChatWidget: change({
      name: 'chat-widget',
      summary: 'whether the chat widget is shown',
      permission: 'settings',
      needsSecond: false,
      schema: onOrOff,
      run: (tx, _operator, { state }) => write(tx, 'chatWidget', state === 'on'),
    }),
    setSlipWindow: change({
      name: 'slip-window',
      summary: 'from when to when no slips are taken (Bangkok time; twice the same time: never closed)',
      permission: 'settings',
      needsSecond: false,
      schema: fields({ from: timeOfDay, to: timeOfDay }),
      run: (tx, _operator, { from, to }) => write(tx, 'slipsClosed', { from, to }),
    }),
    setNotice: change({
      name: 'notice',
      summary: 'a notice on the home screen',
      permission: 'texts',
      needsSecond: (_tx, { html }) => leadsOutside([html], config.linkHosts),
      schema: fields({
        html: Type.String({
          minLength: 1,
          maxLength: 100_000,
          ...LINES,
          description: 'Say what the notice is, or off.',
        }),
      }),
      run: (tx, _operator, { html }) => write(tx, 'notice', html === 'off' ? null : html),
    }),
    showSettings: look({
      name: 'settings',
      summary: 'shows what is in force',
      permission: 'settings.see',
      readOnly: true,
      schema: fields({}),
      run: (tx) => readSettings(tx, config),
    }),
  };
}
