import { type CallName, calls } from '@krapao/contract/calls.ts';
import type { CallSchema } from '@krapao/contract/schemas.ts';
import { expect, test } from 'vitest';
import { cloneDatabase, newMember, startProduct } from '../../test/harness.ts';

const product = await startProduct(await cloneDatabase());
const { token } = await newMember(product);
const taking = (Object.entries(calls) as [CallName, CallSchema][]).filter(
  ([, { params, operator }]) => params && !operator,
);

test.each(taking.map(([name]) => name))('%s refuses parameters of any length as too long', async (name) => {
  for (const length of [201, 2_000, 8_000]) {
    const path = name.replace(/\{\w+\}/g, () => 'a'.repeat(length / 2 + 200));
    const answer = await product.call(path, { token, ...(!path.startsWith('GET') && { body: {} }) });
    expect(answer).toMatchObject({ status: 400, body: { message: 'INVALID_REQUEST' } });
    const { fields } = answer.body as { fields: Record<string, string> };
    expect(Object.values(fields)).toContain('TOO_LONG');
  }
});
