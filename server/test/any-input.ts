import fc from 'fast-check';

/** The part of JSON Schema that the contract speaks. */
type Schema = {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  pattern?: string;
  format?: string;
};

/** What no schema expects. */
const ODD: unknown[] = [
  null,
  true,
  -1,
  0,
  1e308,
  0.1 + 0.2,
  2 ** 53,
  '',
  ' ',
  '\u0000',
  '\ud800',
  '0x10',
  'NaN',
  '__proto__',
  'constructor',
  `' or 1=1 --`,
  '{{7*7}}',
  '../../etc/passwd',
  '%00%2e%2e/',
  '<svg onload=alert(1)>',
  'ใ'.repeat(5_000),
  '๑๒๓',
  '‮٣',
  [],
  {},
  [[[[[[]]]]]],
  { $gt: '' },
  { toString: 'x', __proto__: null },
];
const odd = fc.oneof(fc.constantFrom(...ODD), fc.jsonValue({ maxDepth: 3 }));

/** Values for a schema: `known` are texts that mean something to the service. In about one of ten places they are odd. */
export function anyInput(schema: Schema, known: string[]): fc.Arbitrary<unknown> {
  return fc.oneof({ arbitrary: fitting(schema, known), weight: 12 }, { arbitrary: odd, weight: 1 });
}

function fitting(schema: Schema, known: string[]): fc.Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => anyInput(one, known)));
  switch (schema.type) {
    case 'object':
      return anyObject(schema, known);
    case 'array':
      return fc.array(anyInput(schema.items ?? {}, known), { maxLength: 4 });
    case 'string':
      return anyText(schema, known);
    case 'integer':
      return fc.oneof(fc.integer({ min: 1, max: 50 }), fc.constantFrom(...edges(schema)), fc.maxSafeInteger());
    case 'number':
      return fc.oneof(anyAmount, fc.constantFrom(...edges(schema)), fc.double());
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return odd;
  }
}

const anyAmount = fc.integer({ min: -500, max: 3_000_00 }).map((minor) => minor / 100);

function edges({ minimum = 0, maximum = 1_000_000 }: Schema): number[] {
  return [minimum - 1, minimum, minimum + 1, maximum - 1, maximum, maximum + 1];
}

/** Mostly with the fields that it must have; now and then one is missing, or one is nobody's. */
function anyObject({ properties = {}, required = [] }: Schema, known: string[]): fc.Arbitrary<unknown> {
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => {
      const value = anyInput(schema, known);
      const isThere = required.includes(name) ? 30 : 1;
      return [name, fc.oneof({ arbitrary: value, weight: isThere }, { arbitrary: fc.constant(undefined), weight: 1 })];
    }),
  );
  const strange = fc.dictionary(fc.oneof(fc.constantFrom('__proto__', 'isAdmin', 'memberId', ''), fc.string()), odd, {
    maxKeys: 2,
  });
  return fc.oneof(
    { arbitrary: fc.record(fields), weight: 20 },
    { arbitrary: fc.tuple(fc.record(fields), strange).map(([some, more]) => ({ ...some, ...more })), weight: 1 },
  );
}

function anyText({ maxLength = 100, pattern, format }: Schema, known: string[]): fc.Arbitrary<string> {
  const knownOnes = fc.constantFrom(...known);
  if (format === 'date-time') return fc.oneof(anyTime, knownOnes);
  if (pattern) return fc.oneof(fc.uuid({ version: 4 }), knownOnes, fc.string());
  const long = fc.constantFrom(maxLength, maxLength + 1).map((length) => 'ก'.repeat(length));
  return fc.oneof(
    { arbitrary: knownOnes, weight: 6 },
    { arbitrary: fc.string({ unit: 'grapheme', maxLength: 40 }), weight: 2 },
    { arbitrary: long, weight: 1 },
  );
}

const anyTime = fc
  .date({ min: new Date('1900-01-01T00:00:00Z'), max: new Date('2600-01-01T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString());
