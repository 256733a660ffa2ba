import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { safeLink, safePhone, safeSource, screenPath, withLinks } from './safe-link.ts';

const linked = (text: string) => withLinks(text).flatMap(({ text: part, link }) => (link ? [part] : []));

describe('a text', () => {
  it.each([
    ['see https://example.com/a?b=1#c.', ['https://example.com/a?b=1#c']],
    ['ดูที่https://example.com/xได้เลย', ['https://example.com/x']],
    ['(http://example.com), https://b.example!', ['http://example.com', 'https://b.example']],
    ['ฝากที่ /user/home นะ', ['/user/home']],
    ['/user/statement?page=2.', ['/user/statement?page=2']],
    ['and/or 1/2 10/11/2026 //evil.example /', []],
    ['javascript:alert(1) data:text/html,x ftp://example.com', []],
    ['https://bank.example@evil.example/', []],
    ['<a href="https://example.com">x</a>', ['https://example.com']],
  ])('%j has exactly the links %j', (text, links) => {
    expect(linked(text)).toEqual(links);
  });

  test('is shown whole, whatever is found in it', () => {
    const piece = fc.constantFrom(
      'https://a.example',
      '/user/home',
      ' ',
      '.',
      '(',
      ')',
      '<b>',
      'ก',
      'javascript:',
      '//',
      '@',
    );
    const anyText = fc.oneof(
      fc.string(),
      fc.array(piece).map((pieces) => pieces.join('')),
    );
    fc.assert(
      fc.property(anyText, (text) => {
        const parts = withLinks(text);
        expect(parts.map((part) => part.text).join('')).toBe(text);
      }),
    );
  });
});

test('only addresses of the web and paths of this site are links', () => {
  expect(safeLink('https://example.com')).toEqual({ kind: 'web', href: 'https://example.com/' });
  expect(safeLink('/user/home')).toEqual({ kind: 'screen', path: '/user/home' });
  for (const address of [
    'javascript:alert(1)',
    ' JaVaScRiPt:alert(1)',
    'data:text/html,x',
    '//evil.example',
    '/\\evil',
    '',
  ])
    expect(safeLink(address)).toBeNull();
});

test('a member’s link to a screen of both shells stays in the members’ shell, a visitor’s leads to the public one', () => {
  expect(['/howto', '/contact', '/user/bonus', '/register'].map((path) => screenPath(path, true))).toEqual([
    '/user/howto',
    '/user/contact',
    '/user/bonus',
    '/register',
  ]);
  expect(screenPath('/howto', false)).toBe('/howto');
});

test('pictures come from this site or from the page’s own memory', () => {
  expect(safeSource('/media/chat/x')).toBe('/media/chat/x');
  expect(safeSource('blob:https://example.com/1')).toBe('blob:https://example.com/1');
  for (const address of ['https://evil.example/x.png', '//evil.example/x.png', 'data:image/svg+xml,x', ''])
    expect(safeSource(address)).toBeNull();
});

test('a button dials digits only', () => {
  expect(safePhone('02-123 4567')).toBe('021234567');
  expect(safePhone('+66 (2) 123')).toBe('+662123');
  for (const text of ['1;ext=5', '*#06#', 'abc', '']) expect(safePhone(text)).toBeNull();
});
