import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import type { Transaction } from '../platform/database.ts';
import { isKeepable } from '../platform/keepable-text.ts';
import { type Act, CannotDo, type Operator } from './act.ts';
import { writeAudit } from './audit.ts';

/**
 * The one door to every act, for every face: checks the input, does the act, and writes down its operator, reason and
 * changes. All of it is the caller's one transaction, which must fail with the act.
 */
export async function performAct<Input, Data>(
  tx: Transaction,
  act: Act<Input, Data>,
  { operator, why }: { operator: Operator; why: string },
  given: unknown,
): Promise<Data> {
  const input = checked(act, given);
  if (act.readOnly) return act.run(tx, operator, input);
  if (!why.trim()) throw new CannotDo('Say why.');
  const { data, before, after } = await act.run(tx, operator, input);
  await writeAudit(tx, { operator: operator.name, act: act.name, why: why.trim(), input, before, after });
  return data;
}

function checked<Input>({ name, schema }: Act<Input, unknown>, given: unknown): Input {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw new CannotDo(`${name} takes fields, each with a name.`);
  const values: Record<string, unknown> = { ...given };
  const { properties, required = [] } = schema;
  const wrong = Object.entries(properties)
    .filter(([field, rule]) => !(field in values ? isFit(rule, values[field]) : !required.includes(field)))
    .map(([field, rule]) => ('description' in rule ? String(rule.description) : `${field} is missing or wrong.`));
  const unknown = Object.keys(values).filter((field) => !Object.hasOwn(properties, field));
  const sentences = new Set([...wrong, ...unknown.map((field) => `${name} takes no ${field}.`)]);
  if (sentences.size > 0) throw new CannotDo([...sentences].join('\n'));
  return values as Input;
}

const isFit = (rule: TSchema, value: unknown) => Value.Check(rule, value) && isKeepable(value);
