import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import type { Transaction } from '../platform/database.ts';
import { isKeepable } from '../platform/keepable-text.ts';
import { noteLook } from '../platform/security-events.ts';
import { type Act, CannotDo, type Change, type Operator } from './act.ts';
import { writeAudit } from './audit.ts';
import { hasControls, withoutControls } from './control-characters.ts';
import { mayMoveAll, movesIn } from './figures.ts';
import { findSameRequest, insertRequest, type Request } from './requests.queries.ts';
import { mayMove, reachOf, rolesThat, type Worth } from './roles.ts';

export type Reason = { operator: Operator; why: string };

/** An act is done, or it waits for a second operator. */
export type Outcome<Data> = { is: 'done'; data: Data } | { is: 'asked'; request: Request };

/**
 * The one door to every act, for every face: asks whether the operator may, checks the input, does the act, and writes
 * down its operator, reason and changes. All of it is the caller's one transaction, which must fail with the act. An act
 * that needs a second operator, or moves more than the operator's roles allow, is not done: it becomes a request, which
 * `approveRequest` carries out. A report reads the replica, where there is one.
 */
export async function performAct<Input, Data>(
  tx: Transaction,
  act: Act<Input, Data>,
  { operator, why }: Reason,
  given: unknown,
  replica: Transaction = tx,
): Promise<Outcome<Data>> {
  const reach = reachOf(operator.roles, act.permission);
  if (reach === null) throw new CannotDo(mayNot(operator, act));
  const input = checked(act, given);
  if (act.readOnly) {
    const data = await act.run(act.isReport ? replica : tx, operator, input);
    await noteLook(tx, operator.name, { act: act.name, input: input as object });
    return { is: 'done', data };
  }
  requireReason(why);
  const by = { operator, why: why.trim() };
  if (reach !== 'asks' && !(await needsSecond(tx, act, operator, input))) {
    await tx.query('savepoint alone');
    const data = await executeAct(tx, act, by, input, null);
    if (mayMoveAll(operator.roles, act.permission, await movesIn(tx))) return { is: 'done', data };
    await tx.query('rollback to savepoint alone');
  }
  return { is: 'asked', request: await ask(tx, act, by, input) };
}

const LONGEST_REASON = 500;

/** One line that the audit log can show. */
export function requireReason(why: string): void {
  if (!why.trim()) throw new CannotDo('Say why.');
  if (why.length > LONGEST_REASON || hasControls(why))
    throw new CannotDo(`Say why in one line of up to ${LONGEST_REASON} characters.`);
}

function mayNot({ name }: Operator, act: Pick<Act<never, unknown>, 'name' | 'permission'>): string {
  const roles = rolesThat('asks', act.permission);
  return `${name} may not do that: ${act.name} needs ${act.permission}, which is for ${roles}.`;
}

/** Does an act and writes it down. With a request, `second` has approved it. */
export async function executeAct<Input, Data>(
  tx: Transaction,
  act: Change<Input, Data>,
  { operator, why }: Reason,
  input: Input,
  approval: { second: string; requestId: bigint } | null,
): Promise<Data> {
  const { data, before, after } = await act.run(tx, operator, input);
  await writeAudit(tx, { operator: operator.name, approval, act: act.name, why, input, before, after });
  return data;
}

async function needsSecond<Input>(
  tx: Transaction,
  act: Change<Input, unknown>,
  operator: Operator,
  input: Input,
): Promise<boolean> {
  const worth = await worthOf(tx, act, input);
  if (worth && !mayMove(operator.roles, act.permission, worth)) return true;
  return typeof act.needsSecond === 'boolean' ? act.needsSecond : act.needsSecond(tx, input, operator);
}

export async function worthOf<Input>(
  tx: Transaction,
  act: Change<Input, unknown>,
  input: Input,
): Promise<Worth | null> {
  return (await act.worth?.(tx, input)) ?? null;
}

/** The act is tried and undone: one that cannot be done is refused now, and the second operator sees what would change. */
export async function ask<Input>(
  tx: Transaction,
  act: Change<Input, unknown>,
  { operator, why }: Reason,
  input: Input,
): Promise<Request> {
  const same = await findSameRequest(tx, act.name, input);
  if (same) throw new CannotDo(`Request ${same.id} of ${same.asked_by} asks for the same: it has to be decided first.`);
  await tx.query('savepoint tried');
  const { before, after } = await act.run(tx, operator, input);
  const moves = await movesIn(tx);
  await tx.query('rollback to savepoint tried');
  const request = await insertRequest(tx, {
    act: act.name,
    input,
    why,
    preview: { before, after, moves: moves.map((move) => ({ ...move, amount: String(move.amount) })) },
    askedBy: operator.name,
  });
  await writeAudit(tx, {
    operator: operator.name,
    approval: null,
    act: 'requests ask',
    why,
    input: { request: String(request.id), act: act.name, input },
    before: null,
    after: null,
  });
  return request;
}

/** The input of an act, or a refusal that names every field that is missing or wrong. */
export function checked<Input>({ name, schema }: Act<Input, unknown>, given: unknown): Input {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw new CannotDo(`${name} takes fields, each with a name.`);
  const values: Record<string, unknown> = { ...given };
  const { properties, required = [] } = schema;
  const wrong = Object.entries(properties)
    .filter(([field, rule]) => !(field in values ? isFit(rule, values[field]) : !required.includes(field)))
    .map(([field, rule]) => ('description' in rule ? String(rule.description) : `${field} is missing or wrong.`));
  const unknown = Object.keys(values).filter((field) => !Object.hasOwn(properties, field));
  const controlled = Object.entries(properties)
    .filter(([field, rule]) => field in values && hasControls(values[field], rule))
    .map(([field]) => `${field} takes no control characters.`);
  const sentences = new Set([
    ...wrong,
    ...(wrong.length === 0 ? controlled : []),
    ...unknown.map((field) => `${name} takes no ${withoutControls(field)}.`),
  ]);
  if (sentences.size > 0) throw new CannotDo([...sentences].join('\n'));
  return values as Input;
}

const isFit = (rule: TSchema, value: unknown) => Value.Check(rule, value) && isKeepable(value);
