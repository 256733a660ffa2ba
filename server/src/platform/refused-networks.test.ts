import { Writable } from 'node:stream';
import { fastify } from 'fastify';
import { expect, test } from 'vitest';
import { AppError } from './app-error.ts';
import { answerFailures } from './failures.ts';
import { logRequests } from './log.ts';
import { tellRefusals } from './refused-networks.ts';

test('the log tells the network of each answer, and how often budgets refused a network', async () => {
  const lines: Record<string, unknown>[] = [];
  const stream = new Writable({
    write(line, _encoding, done) {
      lines.push(JSON.parse(String(line)));
      done();
    },
  });
  const app = fastify({ logger: { stream }, disableRequestLogging: true, trustProxy: '127.0.0.1' });
  app.decorateRequest('member', null);
  answerFailures(app);
  logRequests(app);
  tellRefusals(app);
  app.get('/refused', async () => {
    throw new AppError('REQUEST_LIMIT');
  });
  app.get('/answered', async () => 'yes');
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  for (const [address, path] of [
    ['203.0.113.7', 'refused'],
    ['203.0.113.8', 'refused'],
    ['2001:db8:1:2::3', 'refused'],
    ['198.51.100.1', 'answered'],
  ])
    await fetch(`${url}/${path}`, { headers: { 'x-forwarded-for': address ?? '', connection: 'close' } });
  await app.close();
  const said = (words: string) => lines.filter(({ msg }) => msg === words);
  expect(said('answered').map(({ network }) => network)).toEqual([
    '203.0.113.0/24',
    '203.0.113.0/24',
    '2001:db8:1::/48',
    '198.51.100.0/24',
  ]);
  expect(said('refused by budgets')).toMatchObject([
    { network: '203.0.113.0/24', refused: 2 },
    { network: '2001:db8:1::/48', refused: 1 },
  ]);
  for (const whole of ['203.0.113.7', '203.0.113.8', '2001:db8:1:2', '198.51.100.1'])
    expect(JSON.stringify(lines)).not.toContain(whole);
});
