import { formatMoney } from '@krapao/contract/money.ts';
import { AppError } from '../platform/app-error.ts';
import type { Transaction } from '../platform/database.ts';
import { type AnyAct, CannotDo, type Change, type Operator } from './act.ts';
import { writeAudit } from './audit.ts';
import { beyondShown, movesIn } from './figures.ts';
import { findOperator } from './operators.queries.ts';
import { ask, checked, executeAct, type Reason, requireReason, worthOf } from './perform-act.ts';
import { lockRequest, type Request, writeDecision } from './requests.queries.ts';
import { mayMove, mostOf, reachOf, rolesThat, type Worth } from './roles.ts';

export type Decided =
  | { is: 'done'; request: Request; data: unknown }
  | { is: 'asked again'; request: Request; because: string };

/**
 * A second operator's yes: carries the act out as it was asked for, in the asker's name, once. Where it would move more
 * than was shown, or to or from another account, nothing is done: the operator who has seen the new figures now asks for
 * them, and another has to agree.
 */
export async function approveRequest(
  tx: Transaction,
  acts: readonly AnyAct[],
  { operator, why }: Reason,
  id: string,
): Promise<Decided> {
  requireReason(why);
  const request = await takeOpen(tx, id);
  if (request.asked_by === operator.name) throw new CannotDo('Another operator has to agree to what you asked for.');
  if (request.is_expired) throw new CannotDo(`Request ${id} is more than a day old: ask for it again.`);
  const act = actOf(acts, request);
  const input = checked(act, request.input);
  await requireMayCheck(tx, act, operator, input);
  const asker = await findOperator(tx, request.asked_by);
  if (!asker || reachOf(asker.roles, act.permission) === null)
    throw new CannotDo(`${request.asked_by} may no longer ask for that.`);
  await tx.query('savepoint approved');
  await writeDecision(tx, request.id, { decision: 'approved', by: operator.name, why: why.trim() });
  const approval = { second: operator.name, requestId: request.id };
  const data = await executeAct(tx, act, { operator: asker, why: request.why }, input, approval);
  const moves = await movesIn(tx);
  const tooLarge = moves.find((move) => !mayMove(operator.roles, act.permission, move));
  if (tooLarge) throw new CannotDo(tooMuch(operator, act, tooLarge));
  const because = beyondShown(moves, request.preview.moves ?? []);
  if (because === null) return { is: 'done', request, data };
  await tx.query('rollback to savepoint approved');
  await writeDecision(tx, request.id, { decision: 'outdated', by: operator.name, why: because });
  return { is: 'asked again', request: await ask(tx, act, { operator, why: request.why }, input), because };
}

/** Why an open request can no longer be carried out, as a sentence; null: it can. It is tried and undone. */
export async function whyNot(tx: Transaction, acts: readonly AnyAct[], request: Request): Promise<string | null> {
  await tx.query('savepoint tried');
  try {
    const act = actOf(acts, request);
    const asker = await findOperator(tx, request.asked_by);
    if (!asker) throw new CannotDo(`${request.asked_by} may no longer ask for that.`);
    await act.run(tx, asker, checked(act, request.input));
    return beyondShown(await movesIn(tx), request.preview.moves ?? []);
  } catch (error) {
    if (error instanceof CannotDo) return error.message;
    if (error instanceof AppError) return error.code;
    throw error;
  } finally {
    await tx.query('rollback to savepoint tried');
  }
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
  requireReason(why);
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
  operator: Operator,
  input: unknown,
): Promise<void> {
  const { name, permission } = act;
  if (reachOf(operator.roles, permission) !== 'checks')
    throw new CannotDo(
      `${operator.name} may not decide about ${name}: that is for ${rolesThat('checks', permission)}.`,
    );
  const worth = await worthOf(tx, act, input);
  if (worth && !mayMove(operator.roles, permission, worth)) throw new CannotDo(tooMuch(operator, act, worth));
}

function tooMuch({ name, roles }: Operator, act: Pick<AnyAct, 'name' | 'permission'>, worth: Worth): string {
  const most = mostOf(roles, act.permission, worth.currency) ?? 0n;
  const limit = `${formatMoney(most)} ${worth.currency}`;
  return `${name} may not decide about ${act.name} of more than ${limit}: that is for ${rolesThat('checks', act.permission, worth)}.`;
}
