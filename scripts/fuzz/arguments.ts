import fc from 'fast-check';
import { z } from 'zod';
import { type ChannelName, channels } from '../../shared/contract/channels.ts';

/** The part of JSON Schema that the contract's arguments become. */
interface Schema {
  readonly type?: 'object' | 'array' | 'string' | 'number' | 'integer' | 'boolean' | 'null';
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** Values that fit a property: ids that answers named, addresses that are near. */
export type Known = ReadonlyMap<string, readonly unknown[]>;

const HOSTILE_TEXT = [
  '',
  ' ',
  '\0',
  '\ud800',
  'a\udfff.csv',
  'ﷺ',
  '__proto__',
  'constructor',
  'toString',
  '../../etc/passwd',
  '/etc/passwd',
  'C:\\Windows\\win.ini',
  'file:///etc/passwd',
  '%00%2e%2e%2f',
  "' OR 1=1; --",
  '"; DROP TABLE rows; --',
  '=1+1',
  '\u202egnp.exe',
  '\r\nSet-Cookie: a=b',
  '9999-99-99',
  '2026-02-31',
  '(((((a+)+)+)+)+$',
  'x'.repeat(100_000),
];

const hostileText = fc.constantFrom(...HOSTILE_TEXT);
const hostileValue = fc.oneof(
  hostileText,
  fc.constantFrom(null, true, -1, 0, 1.5, 1e308, 2 ** 53, -(2 ** 63), [], {}, [[]], [null]),
  fc.jsonValue({ maxDepth: 3 }),
);

/** Bodies that are not arguments of any channel, as they are sent. */
const hostileBody = fc.oneof(
  fc.constantFrom(
    '',
    '{',
    'null',
    '[]',
    '0',
    '"text"',
    '{"__proto__":{"polluted":true}}',
    '{"constructor":{"prototype":{"polluted":true}}}',
    `{"draftId":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
    '{"a":1e999}',
  ),
  fc.json({ maxDepth: 4 }),
  fc.string({ unit: 'binary', maxLength: 100 }),
);

/** The body of a call, as JSON text: two of four as the schema allows, one nearly so, one hostile. */
export function bodyFor(channel: ChannelName, known: Known): fc.Arbitrary<string> {
  const valid = fits(z.toJSONSchema(channels[channel].args, { io: 'input' }) as Schema, '', known);
  const near = fc
    .tuple(valid, fc.nat(), hostileValue)
    .map(([value, place, other]) => JSON.stringify(withOneChange(value, place, other)));
  return fc.oneof(
    { arbitrary: valid.map((value) => JSON.stringify(value)), weight: 5 },
    { arbitrary: near, weight: 3 },
    { arbitrary: hostileBody, weight: 1 },
  );
}

/** @param name of the property that holds the value */
function fits(schema: Schema, name: string, known: Known): fc.Arbitrary<unknown> {
  const own = free(schema, name, known);
  const values = known.get(name);
  if (values === undefined || values.length === 0) return own;
  return fc.oneof({ arbitrary: fc.constantFrom(...values), weight: 5 }, { arbitrary: own, weight: 1 });
}

function free(schema: Schema, name: string, known: Known): fc.Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const either = schema.anyOf ?? schema.oneOf;
  if (either) return fc.oneof(...either.map((one) => free(one, name, known)));
  switch (schema.type) {
    case 'object':
      return objectFor(schema, known);
    case 'array': {
      const { minItems: minLength = 0, maxItems = 4 } = schema;
      const maxLength = Math.max(minLength, Math.min(maxItems, 4));
      return fc.array(fits(schema.items ?? {}, name, known), { minLength, maxLength });
    }
    case 'string':
      return textFor(schema);
    case 'integer':
      return numberFor(schema, (limits) => fc.integer(limits));
    case 'number':
      return numberFor(schema, ({ min, max }) => fc.double({ min, max, noNaN: true, noDefaultInfinity: true }));
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function objectFor({ properties = {}, required = [], additionalProperties }: Schema, known: Known) {
  const members = Object.fromEntries(
    Object.entries(properties).map(([name, member]) => [name, fits(member, name, known)]),
  );
  const object = fc.record(members, { requiredKeys: [...required] }) as fc.Arbitrary<object>;
  if (typeof additionalProperties !== 'object') return object;
  const more = fc.dictionary(textFor({ maxLength: 20 }), fits(additionalProperties, '', known), { maxKeys: 3 });
  return fc.tuple(object, more).map(([own, others]) => ({ ...others, ...own }));
}

function textFor({ pattern, minLength = 0, maxLength = 200 }: Schema): fc.Arbitrary<string> {
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern));
  const fitting = HOSTILE_TEXT.filter(({ length }) => length >= minLength && length <= maxLength);
  const any = fc.string({ unit: 'binary', minLength, maxLength: Math.max(minLength, Math.min(maxLength, 40)) });
  return fitting.length === 0 ? any : fc.oneof(any, fc.constantFrom(...fitting));
}

function numberFor(
  { minimum = -(2 ** 31), maximum = 2 ** 31 }: Schema,
  between: (limits: { min: number; max: number }) => fc.Arbitrary<number>,
): fc.Arbitrary<number> {
  const small = between({ min: minimum, max: Math.max(minimum, Math.min(maximum, minimum + 20)) });
  return fc.oneof(small, between({ min: minimum, max: maximum }), fc.constantFrom(minimum, maximum));
}

/** A copy with `other` in place of one member, at any depth. */
function withOneChange(value: unknown, place: number, other: unknown): unknown {
  if (typeof value !== 'object' || value === null) return other;
  const names = Object.keys(value);
  const name = names[place % Math.max(1, names.length)];
  if (name === undefined) return other;
  const rest = Math.floor(place / names.length);
  const changed: unknown = withOneChange((value as Record<string, unknown>)[name], rest, other);
  if (Array.isArray(value)) return value.map((member: unknown, index) => (String(index) === name ? changed : member));
  return { ...value, [name]: changed };
}
