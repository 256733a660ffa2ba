import { type Currency, type Minor, moneyFromWire, parseMoney } from '@krapao/contract/money.ts';
import { type Static, type TSchema, Type } from 'typebox';
import type { Transaction } from '../platform/database.ts';

/** Something an operator asked for that cannot be done; its message is a sentence for the operator. */
export class CannotDo extends Error {}

/** Somebody of the service, by whose word an act is done. */
export type Operator = { name: string };

/** What an operator must be allowed in order to do an act. Declared here; not asked for yet. */
type Permission = 'audit' | 'desk' | 'ledger' | 'members' | 'movements' | 'payments' | 'rewards' | 'settings';

/** The rows as they were and as they are, for the audit log; null where there is none. */
type Changed<Data> = { data: Data; before: unknown; after: unknown };

/** An object of named fields. The description of a field is what an operator is told when it is missing or wrong. */
type Fields = { properties: Record<string, TSchema>; required?: string[] | undefined };

type Described = {
  /** What the audit log and the command line call it. */
  name: string;
  summary: string;
  permission: Permission;
  schema: Fields;
};

/** Changes nothing, so it needs no reason and leaves no entry in the audit log. */
export type Look<Input, Data> = Described & {
  readOnly: true;
  run: (tx: Transaction, operator: Operator, input: Input) => Promise<Data>;
};

type Change<Input, Data> = Described & {
  readOnly?: never;
  /** Whether a second person has to agree. Declared here; not asked for yet. */
  needsSecond: boolean | ((input: Input) => boolean);
  run: (tx: Transaction, operator: Operator, input: Input) => Promise<Changed<Data>>;
};

/** What an operator does, as a use case of the slice whose tables it changes. `performAct` is the only way to it. */
export type Act<Input, Data> = Look<Input, Data> | Change<Input, Data>;

/** Every act, whatever it takes and answers. */
export type AnyAct = Act<never, unknown>;

type With<S, A> = Omit<A, 'schema'> & { schema: S };

/** The type of the input follows from the schema. */
export function change<S extends Fields, Data>(act: With<S, Change<Static<S>, Data>>): Change<Static<S>, Data> {
  return act;
}

export function look<S extends Fields, Data>(act: With<S, Look<Static<S>, Data>>): Look<Static<S>, Data> {
  return act;
}

/** No list shows an operator more rows at once. */
export const MOST_LISTED = 200;

/** A look at a table that asks the operator for no fields. */
export function list<Data>(act: Omit<Look<object, Data>, 'schema' | 'readOnly'>): Look<object, Data> {
  return { ...act, readOnly: true, schema: fields({}) };
}

/** The fields of an act; any other is a mistake. */
export const fields = <P extends Parameters<typeof Type.Object>[0]>(properties: P) =>
  Type.Object(properties, { additionalProperties: false });

export const choice = <const T extends string>(choices: readonly T[]) =>
  Type.Enum(choices, { description: `Say ${choices.join(' or ')}.` });

/** What is looked for as it was given, so that the answer can repeat it. */
export const text = (description: string, maxLength = 100) => Type.String({ maxLength, description });

export const memberId = Type.String({
  minLength: 1,
  maxLength: 40,
  description: 'There is no member without a name: give an id or a phone number.',
});

/** As a person types it, or as a JSON number. */
export const amount = (description: string) =>
  Type.Union([Type.String({ maxLength: 20 }), Type.Number()], { description });

export function readAmount(given: string | number): Minor | null {
  return typeof given === 'number' ? moneyFromWire(given) : parseMoney(given);
}

/** The member that an operator means by an id or a phone number, locked. Given to slices that act on members. */
export type TakeMember = (tx: Transaction, who: string) => Promise<{ id: string; currency: Currency }>;
