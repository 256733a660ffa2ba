import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../config.ts';
import { httpGateway } from './http-gateway.ts';

test('a text message is sent only where the gateway answers well and says that it has accepted it', async () => {
  let answer = { status: 200, body: {} };
  const keys = new Set<string | undefined>();
  const gateway = createServer(({ headers }, response) => {
    keys.add(headers.authorization);
    response.writeHead(answer.status).end(JSON.stringify(answer.body));
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void gateway.close());
  await once(gateway, 'listening');
  const { port } = gateway.address() as AddressInfo;
  const environment = { DATABASE_URL: 'postgres://of/nobody', SMS_URL: `http://127.0.0.1:${port}`, SMS_KEY: 'a key' };
  const send = httpGateway(readConfig(environment));
  const isSent = async (status: number, body: object) => {
    answer = { status, body };
    return send({ to: '+66811111111', text: 'hello', reference: 'R1' }).then(
      () => true,
      () => false,
    );
  };
  expect(await isSent(200, { status: 'accepted' })).toBe(true);
  expect(await isSent(201, { status: 'accepted' })).toBe(true);
  expect(await isSent(200, { status: 'rejected' })).toBe(false);
  expect(await isSent(200, {})).toBe(false);
  expect(await isSent(422, { status: 'accepted' })).toBe(false);
  expect([...keys]).toEqual(['Bearer a key']);
});
