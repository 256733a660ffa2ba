import type { Transaction } from '../platform/database.ts';
import { type AnyAct, CannotDo, type Change, type Operator } from './act.ts';
import { writeAudit } from './audit.ts';
import { findOperator } from './operators.queries.ts';
import { checked, executeAct, type Reason, worthOf } from './perform-act.ts';
import { lockRequest, type Request, writeDecision } from './requests.queries.ts';
import { mayMove, reachOf, rolesThat } from './roles.ts';

export type Decided = { request: Request; act: Change<unknown, unknown>; data: unknown };

/** A second operator's yes: carries the act out as it was asked for, in the asker's name, once. */
export async function approveRequest(
  tx: Transaction,
  acts: readonly AnyAct[],
  { operator, why }: Reason,
  id: string,
): Promise<Decided> {
  const request = await takeOpen(tx, id);
  if (request.asked_by === operator.name) throw new CannotDo('Another operator has to agree to what you asked for.');
  if (request.is_expired) throw new CannotDo(`Request ${id} is more than a day old: ask for it again.`);
  const act = actOf(acts, request);
  const input = checked(act, request.input);
  await requireMayCheck(tx, act, operator, input);
  const asker = await findOperator(tx, request.asked_by);
  if (!asker || reachOf(asker.roles, act.permission) === null)
    throw new CannotDo(`${request.asked_by} may no longer ask for that.`);
  await writeDecision(tx, request.id, { decision: 'approved', by: operator.name, why: why.trim() });
  const approval = { second: operator.name, requestId: request.id };
  const data = await executeAct(tx, act, { operator: asker, why: request.why }, input, approval);
  return { request, act, data };
}

/** A no. The asker takes the request back with it; anybody else refuses it. */
export async function declineRequest(
  tx: Transaction,
  acts: readonly AnyAct[],
  { operator, why }: Reason,
  id: string,
): Promise<Request> {
  const request = await takeOpen(tx, id);
  const isOwn = request.asked_by === operator.name;
  if (!isOwn) {
    const act = actOf(acts, request);
    await requireMayCheck(tx, act, operator, checked(act, request.input));
  }
  if (!why.trim()) throw new CannotDo('Say why.');
  const decision = isOwn ? 'withdrawn' : 'refused';
  const after = await writeDecision(tx, request.id, { decision, by: operator.name, why: why.trim() });
  const entry = { operator: operator.name, approval: null, act: 'requests refuse', why: why.trim() };
  await writeAudit(tx, { ...entry, input: { request: id }, before: request, after });
  return after;
}

async function takeOpen(tx: Transaction, id: string): Promise<Request> {
  const request = await lockRequest(tx, id);
  if (!request) throw new CannotDo(`There is no request ${id}: \`requests list\` lists them.`);
  if (request.decision) throw new CannotDo(`Request ${id} is ${request.decision} by ${request.decided_by}.`);
  return request;
}

function actOf(acts: readonly AnyAct[], { act: name }: Request): Change<unknown, unknown> {
  const act = acts.find((candidate) => candidate.name === name);
  if (!act || act.readOnly) throw new CannotDo(`There is no ${name} any more.`);
  return act as Change<unknown, unknown>;
}

async function requireMayCheck(
  tx: Transaction,
  act: Change<unknown, unknown>,
  { name, roles }: Operator,
  input: unknown,
): Promise<void> {
  const worth = await worthOf(tx, act, input);
  const isWithin = !worth || mayMove(roles, act.permission, worth);
  if (reachOf(roles, act.permission) === 'checks' && isWithin) return;
  const who = isWithin ? `: that is for ${rolesThat('checks', act.permission)}` : ' of that much money';
  throw new CannotDo(`${name} may not decide about ${act.name}${who}.`);
}
