import { expect, test } from 'vitest';
import { leadsOutside } from './outside-links.ts';

const HOSTS = ['krapao.example', 'line.me'];

test.each([
  '',
  'No link at all.',
  '<a href="/user/bonus">ours</a> <img src="/art/a.svg">',
  '<a href="https://krapao.example/news?a=1&amp;b=2">ours</a>',
  'Ask us at https://LINE.me/R/ti/p/@krapao.',
])('%j leads nobody outside', (text) => {
  expect(leadsOutside(['', text], HOSTS)).toBe(false);
});

test.each([
  '<a href="https://evil.example/krapao.example">x</a>',
  '<a href="https://krapao.example.evil.example">x</a>',
  '<a href="https://krapao.example@evil.example/">x</a>',
  '<a href="https://krapao.example&#64;evil.example/">x</a>',
  '<a href="/&#47;evil.example">x</a>',
  '<a href="HTTPS://sub.krapao.example">x</a>',
  'Go to http://evil.example',
])('%j needs a second operator', (text) => {
  expect(leadsOutside(['ours', text], HOSTS)).toBe(true);
});
