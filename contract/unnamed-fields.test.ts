import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { operations } from './api.ts';
import { getDeposit } from './deposits.ts';
import { streamEvents } from './events.ts';

type Shape = Readonly<Record<string, unknown>>;

const shapeOf = (schema: z.ZodMiniType): Shape => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });

/** Where an answer may carry fields by names that the contract does not have. */
function openPlaces(shape: Shape, path: string): string[] {
  const { anyOf = [], oneOf = [], allOf = [], prefixItems = [], items, properties = {}, additionalProperties } = shape;
  const isAnything = ['type', 'anyOf', 'oneOf', 'allOf', 'const', 'enum', 'not'].every((name) => !(name in shape));
  const isOpen = isAnything || (typeof additionalProperties === 'object' && additionalProperties !== null);
  return [
    ...(isOpen ? [path] : []),
    ...[anyOf, oneOf, allOf, prefixItems].flatMap((parts) =>
      (parts as Shape[]).flatMap((one) => openPlaces(one, path)),
    ),
    ...(items ? openPlaces(items as Shape, `${path}[]`) : []),
    ...Object.entries(properties as Record<string, Shape>).flatMap(([name, one]) => openPlaces(one, `${path}.${name}`)),
  ];
}

test('answers and events carry what the contract names, and nothing else that a handler passes on', () => {
  const answers = operations.map(({ name, operation }) => [name, operation.output] as const);
  const events = Object.entries(streamEvents).map(([name, schema]) => [`event ${name}`, schema] as const);
  const open = [...answers, ...events].flatMap(([name, schema]) => openPlaces(shapeOf(schema), name));
  expect(open).toEqual([
    ...['getMarketStatus.identity.played.factors', 'getMarketStatus.identity.instruments', 'listOperatorActs[].detail'],
    ...['event market.identity.played.factors', 'event market.identity.instruments'],
  ]);
});

test('what a handler passes on beyond its answer is left out', () => {
  const nothing = {
    reason: null,
    transaction: null,
    image: null,
    confirmedAt: null,
    reviewedAt: null,
    announced: null,
  };
  const deposit = {
    id: '1',
    channel: 'a',
    address: 'b',
    state: 'seen',
    confirmations: 1,
    confirmationsNeeded: 2,
    requestedAt: 3,
  };
  const known = { ...nothing, ...deposit, amount: 5_000_000n };
  const wire = z.encode(getDeposit.output, known as never);
  expect(Object.keys(wire as object)).toEqual(expect.arrayContaining(Object.keys(known)));
  expect(z.encode(getDeposit.output, { ...known, memberId: 7n, reviewedBy: 'anna' } as never)).toEqual(wire);
});
