import * as z from 'zod/mini';
import { en as confirmations } from './confirmation-texts/en.ts';
import { type ErrorCode, errorStatus } from './errors.ts';
import type { NamedOperation, Operation } from './operation.ts';

type Schema = Readonly<Record<string, unknown>>;

/** The fields of an input as they are on the wire. */
type FieldSchemas = Readonly<Record<string, { readonly enum?: readonly unknown[]; readonly pattern?: string }>>;

const hex = (length: number): string => '0f'.repeat(length / 2);

/** What callers send, rightly or wrongly, in one field or another. */
const tried: readonly string[] = [
  ...['', ' ', '0', '1', '-1', '+1', '1.5', '1.0000001', '1e3', '1000000', '1000000000000', '07', 'true', 'on', 'null'],
  ...[
    'a',
    'ab ',
    'Ann Lee',
    'Ann1Lee',
    '<b>',
    'á',
    '李',
    '\u0000',
    'a\nb',
    'en',
    'EN',
    'USDT',
    'PTS',
    'BTC',
    '5m',
    'today',
  ],
  ...['2026-02-28', '2026-02-29', '2026-2-28', '20260228', '1700000000000', 'Asia/Bangkok', 'UTC+7', 'http://a.b/c'],
  ...['1KDVDWMC0SXVXCS8', '1kdvdwmc0sxvxcs8', '123456', '4242424242424242', '4242 4242 4242 4241', 'abcde-fghij'],
  ...[
    hex(16),
    hex(32),
    hex(40),
    `0x${hex(40)}`,
    hex(64),
    hex(64).toUpperCase(),
    hex(128),
    'eyJhIjoxfQ==',
    '1,2',
    '9-1-0',
  ],
];

/** The lengths of a run of one sign that are tried one by one, and the longest. */
const lengthsTried = 130;
const longest = 20_000;

/** An operation as its callers know it: its call, its fields with what they accept and refuse, its answer and its refusals. */
export function describedOperation({ name, operation }: NamedOperation): string {
  const { access, effect, reauthentication, upload, message, successStatus } = operation;
  return [
    `${name}: ${operation.method} ${operation.path}`,
    `for ${typeof access === 'string' ? access : access.role.join(', ')}, ${effect}`,
    ...(reauthentication ? [`password in ${reauthentication.field}: ${reauthentication.when}`] : []),
    ...(upload ? [`file in ${upload.part}: ${upload.bytesMax} bytes`] : []),
    ...Object.keys(fieldSchemasOf(operation)).map((field) => describedField(operation, field)),
    ...refusedTogether(operation),
    `answers in ${operation.answerIn}${successStatus === undefined ? '' : ` with status ${successStatus}`}`,
    ...(message === undefined ? [] : [`says: ${textOf(confirmations[message])}`]),
    ...describedShape(jsonSchema(operation.output), operation.answerIn),
    `refuses: ${operation.errors.map((code) => `${errorStatus[code]} ${code}`).join(', ')}`,
  ].join('\n  ');
}

const textOf = (text: unknown): string => (typeof text === 'string' ? text : JSON.stringify(text));

const jsonSchema = (schema: z.ZodMiniType): Schema => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });

function fieldSchemasOf({ input }: Operation): FieldSchemas {
  return (jsonSchema(input) as { readonly properties?: FieldSchemas }).properties ?? {};
}

/** The refusal of one value of a field, or what it is decoded to. */
function outcomeOf(
  { input }: Operation,
  field: string,
  value: string | undefined,
): { refusal: string } | { value: unknown } {
  const shape = (input as unknown as { readonly shape?: Record<string, z.ZodMiniType> }).shape?.[field];
  const sent = value === undefined ? {} : { [field]: value };
  const issue = z.safeParse(input, sent).error?.issues.find(({ path }) => path[0] === field);
  if (issue !== undefined) return { refusal: issue.message };
  return { value: shape === undefined ? value : z.safeParse(shape, value).data };
}

/** Those of all fields, and the choices of a field that has some. */
function valuesTried(operation: Operation, field: string): string[] {
  return [...new Set([...tried, ...(fieldSchemasOf(operation)[field]?.enum ?? []).map(String)])];
}

function describedField(operation: Operation, field: string): string {
  const missing = outcomeOf(operation, field, undefined);
  const { pattern } = fieldSchemasOf(operation)[field] ?? {};
  const kinds = Map.groupBy(
    valuesTried(operation, field).map((value) => ({
      value,
      outcome: outcomeOf(operation, field, value),
    })),
    ({ outcome }) => ('refusal' in outcome ? `refused as ${outcome.refusal}` : 'accepted'),
  );
  const byFrequency = [...kinds].sort(([, one], [, other]) => other.length - one.length);
  return [
    `field ${field}${pattern === undefined ? '' : ` ${pattern}`}: ${'refusal' in missing ? `missing ${missing.refusal}` : `optional${became(undefined, missing.value)}`}`,
    ...byFrequency.map(([kind, outcomes], place) => {
      const values = outcomes.flatMap(({ value, outcome }) => {
        const change = 'value' in outcome ? became(value, outcome.value) : '';
        // The most frequent outcome is that of all values that are not listed.
        return place > 0 || change !== '' ? [`${quoted(value)}${change}`] : [];
      });
      return [...(place === 0 ? ['mostly'] : []), kind, ...values].join(' ');
    }),
    ...['a', '7', '李'].flatMap((sign) => {
      const lengths = lengthsOf(operation, field, sign);
      return lengths === '' ? [] : [`${sign} times ${lengths}`];
    }),
  ].join('; ');
}

const quoted = (value: string): string => JSON.stringify(value);

/** What a value was decoded to, where that is something else. */
function became(sent: string | undefined, decoded: unknown): string {
  if (decoded === sent) return '';
  return `=${JSON.stringify(decoded, (_, value) => (typeof value === 'bigint' ? `${value}n` : value))}`;
}

/** The lengths at which a run of one sign is accepted. */
function lengthsOf(operation: Operation, field: string, sign: string): string {
  const isAccepted = (length: number): boolean => 'value' in outcomeOf(operation, field, sign.repeat(length));
  const ranges: [from: number, to: number][] = [];
  for (let length = 1; length <= lengthsTried; length += 1) {
    if (!isAccepted(length)) continue;
    const last = ranges.at(-1);
    if (last?.[1] === length - 1) last[1] = length;
    else ranges.push([length, length]);
  }
  const last = ranges.at(-1);
  if (last?.[1] === lengthsTried) last[1] = lastAccepted(isAccepted);
  return ranges.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(', ');
}

function lastAccepted(isAccepted: (length: number) => boolean): number {
  let accepted = lengthsTried;
  let refused = longest + 1;
  while (refused - accepted > 1) {
    const middle = Math.floor((accepted + refused) / 2);
    if (isAccepted(middle)) accepted = middle;
    else refused = middle;
  }
  return accepted;
}

/** What is refused only of several fields together: a call with a good value in each, in all but one, in the required ones and one more. */
function refusedTogether(operation: Operation): string[] {
  const good = Object.keys(fieldSchemasOf(operation)).flatMap((field) => {
    const value = valuesTried(operation, field).find(
      (one) => one !== '' && 'value' in outcomeOf(operation, field, one),
    );
    return value === undefined ? [] : [[field, value] as const];
  });
  const codesOf = (sent: readonly (readonly [string, string])[]): string =>
    (z.safeParse(operation.input, Object.fromEntries(sent)).error?.issues ?? [])
      .map(({ message }) => message)
      .join(', ') || 'accepted';
  const required = good.filter(([field]) => 'refusal' in outcomeOf(operation, field, undefined));
  const optional = good.filter((one) => !required.includes(one));
  const others = (field: string) => good.filter(([name]) => name !== field);
  return [
    `with an unknown field alone: ${codesOf([['noSuchField', '1']])}`,
    ...(good.length > 1
      ? [
          `all fields: ${codesOf(good)}`,
          `all but ${good.map(([field]) => `${field}: ${codesOf(others(field))}`).join('; ')}`,
          `the required ones: ${codesOf(required)}`,
          ...optional.map((one) => `with ${one[0]}: ${codesOf([...required, one])}`),
        ]
      : []),
  ];
}

/** The parts of an answer on the wire, one a line, with what is known of them. */
function describedShape(schema: Schema, path: string): string[] {
  const { type, properties, items, anyOf, oneOf, required, $schema, additionalProperties, ...more } = schema;
  const choices = (anyOf ?? oneOf) as readonly Schema[] | undefined;
  if (choices !== undefined) return choices.flatMap((one, place) => describedShape(one, `${path}|${place + 1}`));
  if (properties !== undefined) {
    const always = new Set(required as readonly string[] | undefined);
    return Object.entries(properties as Record<string, Schema>).flatMap(([name, one]) =>
      describedShape(one, `${path}.${name}${always.has(name) ? '' : '?'}`),
    );
  }
  if (items !== undefined) return describedShape(items as Schema, `${path}[]`);
  const known = Object.entries({
    ...more,
    ...(typeof additionalProperties === 'object' ? { additionalProperties } : {}),
  }).filter(([, value]) => Math.abs(Number(value)) !== Number.MAX_SAFE_INTEGER);
  return [`${path}: ${[type ?? 'any', ...known.map(([name, value]) => `${name} ${JSON.stringify(value)}`)].join(' ')}`];
}

/** Every refusal with its status. */
export const describedRefusals = (): string =>
  Object.entries(errorStatus)
    .map(([code, status]: [string, number]) => `${status} ${code as ErrorCode}`)
    .join('\n');
