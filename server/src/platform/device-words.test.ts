import { expect, test } from 'vitest';
import { deviceWords, placeWords } from './device-words.ts';

const WEBKIT = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';

test.each([
  [`Mozilla/5.0 (Linux; Android 14; SM-S918B) ${WEBKIT} Chrome/126.0 Mobile Safari/537.36`, 'Chrome · Android'],
  [`Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) ${WEBKIT} Version/17.5 Safari/604.1`, 'Safari · iPhone'],
  [`Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) ${WEBKIT} Safari Line/14.9.1`, 'LINE · iPhone'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/126.0 Safari/537.36 Edg/126.0`, 'Edge · Windows'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0', 'Firefox · Linux'],
  ['<script>alert(1)</script>', null],
  ['', null],
])('%s is told in a few words: %s', (agent, words) => {
  expect(deviceWords(agent)).toBe(words);
});

test.each([
  ['203.0.113.77', '203.0.113.x'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:…'],
  ['::1', '1:…'],
])('%s is shown to its member as %s', (address, shown) => {
  expect(placeWords(address)).toBe(shown);
});
