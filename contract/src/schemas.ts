import { type Static, type TSchema, Type } from 'typebox';
import type { Refusals } from './errors.ts';
import { PAGE_LIMIT_MAX } from './limits.ts';

/** One HTTP call: what it takes and what it answers. `{name}` in a path is a parameter. */
export type CallSchema = {
  summary: string;
  /** A call that is not public needs a signed-in member. */
  public?: true;
  /** The call needs an operator signed in at the desk, instead of a member. */
  operator?: true;
  params?: TSchema;
  query?: TSchema;
  body?: TSchema;
  /** The body is one multipart file part named `file`. */
  upload?: { maxMb: number };
  /** Moves money: takes an Idempotency-Key, is never cached, prefetched or retried. */
  effect?: true;
  /** Takes the browser's own id in `x-device-id`, where the client has one. */
  device?: true;
  /** The call's own refusals. Those that follow from its shape are added by `refusalsOf`. */
  refuses?: Refusals;
  /** Refusals that are told in a reply with the status 200. */
  refusesInReply?: Refusals;
  reply: TSchema;
};

export type BodyOf<C extends CallSchema> = C extends { body: infer B extends TSchema } ? Static<B> : undefined;
export type QueryOf<C extends CallSchema> = C extends { query: infer Q extends TSchema } ? Static<Q> : undefined;
export type ParamsOf<C extends CallSchema> = C extends { params: infer P extends TSchema } ? Static<P> : undefined;
export type ReplyOf<C extends CallSchema> = Static<C['reply']>;

/** Refuses unknown fields: a misspelt one must not be silently ignored. */
export function body<T extends Record<string, TSchema>>(properties: T) {
  return Type.Object(properties, { additionalProperties: false });
}

export const Money = Type.Number({ description: 'Baht or kip, at most two decimals' });
/** No `multipleOf`: validators divide floats and would refuse 33.33. `moneyFromWire` counts the decimals. */
export const Amount = Type.Number({
  minimum: 0,
  maximum: 9_999_999_999.99,
  description: 'Baht or kip, at most two decimals',
});
export const Percent = Type.Number({ description: 'Percent: 300 is three times' });
export const Time = Type.String({ format: 'date-time', description: 'ISO-8601, UTC' });
export const CurrencyCode = Type.Union([Type.Literal('BAHT'), Type.Literal('LAK')]);
/** A pattern, because the format `uuid` would also allow a URN. */
export const Uuid = Type.String({ maxLength: 36, pattern: '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$' });
export const Text = (maxLength: number) => Type.String({ maxLength });
/** A text that the server made and takes back. */
export const OwnToken = Type.String({ maxLength: 100, pattern: '^[A-Za-z0-9_-]*$' });
export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
export const Done = Type.Object({ message: Type.String({ description: 'The code of the success' }) });
export const Html = Type.String({ description: 'HTML that an operator wrote' });
/** Texts come in the language asked for, else the browser's, else the edition's own. */
export const InLanguage = Type.Object({
  locale: Type.Optional(Type.Union([Type.Literal('th'), Type.Literal('la'), Type.Literal('en')])),
});
export const Banner = Type.Object({ image: Type.String(), html: Html });
export const Page = body({
  page: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
  limit: Type.Integer({ minimum: 1, maximum: PAGE_LIMIT_MAX }),
});
/** The answer of a call that moves money. A PENDING movement is looked up by its id later. */
export const Movement = Type.Object({
  id: Uuid,
  status: Type.Union([Type.Literal('SUCCESS'), Type.Literal('PENDING')]),
});
