import { type Currency, type Minor, moneyFromWire, parseMoney } from '@krapao/contract/money.ts';
import { type Static, type TSchema, Type } from 'typebox';
import type { Transaction } from '../platform/database.ts';
import type { Permission, RoleName, Worth } from './roles.ts';

/** An operator's request that cannot be done; the message is a sentence for the operator. */
export class CannotDo extends Error {}

/** A person of the service who does an act. */
export type Operator = { name: string; roles: readonly RoleName[] };

/** The rows before and after the change, for the audit log; null where there is none. */
type Changed<Data> = { data: Data; before: unknown; after: unknown };

/**
 * An object of named fields. The description of a field tells the operator what it must be, when it is missing or
 * wrong.
 */
type Fields = { properties: Record<string, TSchema>; required?: string[] | undefined };

type Described = {
  /** The act's name in the audit log and on the command line. */
  name: string;
  summary: string;
  permission: Permission;
  schema: Fields;
};

/** A look changes nothing, so it needs no reason and leaves no entry in the audit log; that it was done is noted. */
export type Look<Input, Data> = Described & {
  readOnly: true;
  /** Reads much, and may read a replica, which knows everything but the last moments. */
  isReport?: true;
  run: (tx: Transaction, operator: Operator, input: Input) => Promise<Data>;
};

export type Change<Input, Data> = Described & {
  readOnly?: never;
  /**
   * Whether a second operator has to agree, whoever the first is. Asked in the act's own transaction: what it rests on
   * is locked by asking.
   */
  needsSecond: boolean | ((tx: Transaction, input: Input, operator: Operator) => boolean | Promise<boolean>);
  /** The money that the act moves, held against the limits of roles. Absent where an act moves none. */
  worth?: (tx: Transaction, input: Input) => Promise<Worth>;
  run: (tx: Transaction, operator: Operator, input: Input) => Promise<Changed<Data>>;
};

/** An act of an operator, as a use case of the slice whose tables it changes. Only `performAct` runs it. */
export type Act<Input, Data> = Look<Input, Data> | Change<Input, Data>;

/** An act of any input and answer. */
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

/** The fields of an act; an unknown field is a mistake. */
export const fields = <P extends Parameters<typeof Type.Object>[0]>(properties: P) =>
  Type.Object(properties, { additionalProperties: false });

export const choice = <const T extends string>(choices: readonly T[]) =>
  Type.Enum(choices, { description: `Say ${choices.join(' or ')}.` });

/** A text that is looked up as the operator gave it, so that the answer can repeat it. */
export const text = (description: string, maxLength = 100) => Type.String({ maxLength, description });

export const memberId = Type.String({
  minLength: 1,
  maxLength: 40,
  description: 'There is no member without a name: give an id or a phone number.',
});

/** An amount as a person types it, or as a JSON number. */
export const amount = (description: string) =>
  Type.Union([Type.String({ maxLength: 20 }), Type.Number()], { description });

export function readAmount(given: string | number): Minor | null {
  return typeof given === 'number' ? moneyFromWire(given) : parseMoney(given);
}

/** The member that an operator means by an id or a phone number, locked. Given to slices that act on members. */
export type TakeMember = (tx: Transaction, who: string) => Promise<{ id: string; currency: Currency }>;
