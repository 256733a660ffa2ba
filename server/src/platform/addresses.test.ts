import { expect, test } from 'vitest';
import { addressBudgets, networkOf, plainAddress, sharesOf } from './addresses.ts';

const subjectsOf = (address: string) => sharesOf(address).map(({ subject }) => subject);

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:203.0.113.7', '203.0.113.7'],
  ['::ffff:cb00:7107', '203.0.113.7'],
  ['0:0:0:0:0:ffff:203.0.113.7', '203.0.113.7'],
  ['2001:DB8::1', '2001:db8:0:0:0:0:0:1'],
  ['2001:0db8:0000:0000:0000:0000:0000:0001', '2001:db8:0:0:0:0:0:1'],
  ['fe80::1%eth0', 'fe80:0:0:0:0:0:0:1'],
  ['::', '0:0:0:0:0:0:0:0'],
])('the address %s is plainly %s', (spelling, plain) => {
  expect(plainAddress(spelling)).toBe(plain);
});

test.each(['', 'unknown', '203.0.113.7:80', '203.0.113', '[::1]', '::1/64', 'example.com'])(
  '%j is no address',
  (text) => {
    expect(plainAddress(text)).toBeNull();
  },
);

test('all addresses of a /64 count as one, and with the others of its /48', () => {
  const networks = ['2001:db8:a:b::/64', '2001:db8:a::/48'];
  for (const address of ['2001:db8:a:b::1', '2001:db8:a:b:ffff:ffff:ffff:ffff', '2001:0DB8:000a:B::'])
    expect(subjectsOf(address)).toEqual(networks);
  expect(subjectsOf('2001:db8:a:c::1')).toEqual(['2001:db8:a:c::/64', '2001:db8:a::/48']);
  expect(subjectsOf('2001:db8:b:b::1')).toEqual(['2001:db8:b:b::/64', '2001:db8:b::/48']);
});

test('an IPv4 address counts alone, however it is spelled, and the name of a machine as it is', () => {
  for (const spelling of ['203.0.113.7', '::ffff:203.0.113.7', '::ffff:cb00:7107'])
    expect(subjectsOf(spelling)).toEqual(['203.0.113.7']);
  expect(subjectsOf('command line of host')).toEqual(['command line of host']);
});

test('a /48 may ten times as much as a /64', () => {
  const budgets = addressBudgets({ scope: 'sign-in', address: '2001:db8:a:b::1', limit: 200, windowSeconds: 60 });
  expect(budgets.map(({ limit }) => limit)).toEqual([200, 2_000]);
});

test.each([
  ['203.0.113.7', '203.0.113.0/24'],
  ['::ffff:203.0.113.7', '203.0.113.0/24'],
  ['2001:db8:1:2::3', '2001:db8:1::/48'],
  ['::1', '0:0:0::/48'],
  ['', 'unknown'],
])('a log tells %j as the network %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
