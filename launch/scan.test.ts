import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { lockedPackages } from './locked-packages.ts';
import { billOfMaterials } from './sbom.ts';
import { findAdvisories } from './scan.ts';

/** A registry that answers this, and the versions that it is asked about. */
async function registry(status: number, told: object) {
  const asked: Record<string, string[]>[] = [];
  const server = createServer(async (request, response) => {
    asked.push((await json(request)) as Record<string, string[]>);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(told));
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, asked };
}

test('the bill of materials lists every locked package once, with its licence and the hash of its archive', async () => {
  const { components, ...head } = await billOfMaterials();
  expect(head).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { name: 'krapao' } } });
  const locked = new Set((await lockedPackages()).map(({ name, version }) => `${name}@${version}`));
  expect(components.map(({ name, version }) => `${name}@${version}`).toSorted()).toEqual([...locked].toSorted());
  expect(components.find(({ name }) => name === '@fastify/static')).toMatchObject({
    purl: expect.stringMatching(/^pkg:npm\/%40fastify\/static@\d/),
    scope: 'required',
    licenses: [{ expression: 'MIT' }],
    hashes: [{ alg: 'SHA-512', content: expect.stringMatching(/^[\da-f]{128}$/) }],
  });
  expect(components.filter(({ licenses }) => !licenses)).toEqual([]);
});

test('a source of advisories is asked about every locked version, and what it knows is told', async () => {
  const about = { title: 'Reads too far', severity: 'high', url: 'https://advisories.example/1' };
  const { url, asked } = await registry(200, { fastify: [about] });
  expect(await findAdvisories(url)).toEqual({
    isAsked: true,
    advisories: [expect.stringMatching(/^fastify [\d.]+: high: Reads too far \(https:\/\/advisories\.example\/1\)$/)],
  });
  expect(Object.keys(asked[0] ?? {})).toEqual(expect.arrayContaining(['fastify', 'pg', 'sharp', 'react']));
  expect(await findAdvisories((await registry(200, {})).url)).toEqual({ isAsked: true, advisories: [] });
});

test('where no source answers, that is said, and nothing is called safe', async () => {
  expect(await findAdvisories((await registry(405, {})).url)).toEqual({
    isAsked: false,
    why: expect.stringMatching('answers 405'),
  });
  expect(await findAdvisories('http://127.0.0.1:1/')).toEqual({
    isAsked: false,
    why: expect.stringMatching('does not answer'),
  });
});
