import { expect, test } from 'vitest';
import { inAppBrowser, wayOut } from './in-app-browser.ts';

const ANDROID = 'Mozilla/5.0 (Linux; Android 14; SM-A155F; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0';
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const AGENTS = {
  'LINE on Android': `${ANDROID} Chrome/131.0.0.0 Mobile Safari/537.36 Line/14.19.1/IAB`,
  'LINE on an iPhone': `${IPHONE} Safari Line/14.20.0`,
  'Facebook on Android': `${ANDROID} Chrome/131.0.0.0 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/490.0.0.63.82;]`,
  'Facebook on an iPhone': `${IPHONE} Mobile/22B83 [FBAN/FBIOS;FBAV/490.0.0.46.100;FBDV/iPhone14,5;FBMD/iPhone]`,
  'Messenger on Android': `${ANDROID} Chrome/131.0.0.0 Mobile Safari/537.36 [FB_IAB/Orca-Android;FBAV/485.0.0.70.109;]`,
  'Messenger on an iPhone': `${IPHONE} Mobile/22B83 [FBAN/MessengerForiOS;FBAV/485.0.0.51.107;]`,
  'Instagram on Android': `${ANDROID} Chrome/131.0.0.0 Mobile Safari/537.36 Instagram 358.0.0.51.97 Android (34/14)`,
  'Instagram on an iPhone': `${IPHONE} Mobile/22B83 Instagram 358.0.6.27.102 (iPhone14,5; iOS 18_1; th_TH) [FBAN/x]`,
};
const HERE = 'https://krapao.example/register?code=PR12345678';

test.each(Object.entries(AGENTS))('%s is known as such', (name, agent) => {
  expect(inAppBrowser(agent)).toBe(name.split(' ')[0]);
});

test.each([
  `${ANDROID.replace('; wv', '').replace(' Version/4.0', '')} Chrome/131.0.0.0 Mobile Safari/537.36`,
  `${IPHONE} Version/18.1 Mobile/15E148 Safari/604.1`,
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
  'Mozilla/5.0 (X11; Linux x86_64) Online/1 Timeline/2',
  '',
])('a browser of its own is none of them: %s', (agent) => {
  expect(inAppBrowser(agent)).toBeNull();
});

test('LINE leads out by its documented query, which leaves the rest of the address as it was', () => {
  for (const name of ['LINE on Android', 'LINE on an iPhone'] as const)
    expect(wayOut(HERE, AGENTS[name])).toBe(`${HERE}&openExternalBrowser=1`);
});

test('the others lead out by an intent on Android, and only by their menu on an iPhone', () => {
  for (const name of ['Facebook', 'Messenger', 'Instagram'] as const) {
    expect(wayOut(HERE, AGENTS[`${name} on Android`])).toBe(
      'intent://krapao.example/register?code=PR12345678#Intent;scheme=https;action=android.intent.action.VIEW;' +
        'S.browser_fallback_url=https%3A%2F%2Fkrapao.example%2Fregister%3Fcode%3DPR12345678;end',
    );
    expect(wayOut(HERE, AGENTS[`${name} on an iPhone`])).toBeNull();
  }
});
