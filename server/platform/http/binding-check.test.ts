import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { operation } from '#contract/operation.ts';
import { bindAll } from './binding.ts';
import { requireEachFeatureOnce } from './binding-check.ts';

const declare = (path: string, effect: 'read' | 'write' = 'read', access: 'public' | 'member' = 'public') =>
  operation({
    summary: 'A sample.',
    method: 'GET',
    path,
    access,
    effect,
    input: z.strictObject({ word: z.optional(z.string()) }),
    output: z.object({ count: z.number() }),
    answerIn: 'url',
    errors: [],
  });

/** A feature's file as its namespace: operations among other exports. */
const sample = { one: declare('/one'), other: declare('/other', 'write'), pageSize: 20, wordPattern: /x/ };
const answer = () => ({ count: 0 });

test('each operation of a feature is bound under its own name, and nothing else that the file exports', () => {
  const bindings = bindAll('sample', sample, { other: { handler: answer, weight: 4 }, one: answer });
  expect(bindings.map(({ feature, name, weight, operation: bound }) => [feature, name, weight, bound])).toEqual([
    ['sample', 'one', 1, sample.one],
    ['sample', 'other', 4, sample.other],
  ]);
});

test('a handler that is missing, unknown or of other types does not compile', () => {
  // @ts-expect-error: `other` has no handler.
  expect(() => bindAll('sample', sample, { one: answer })).toThrow('sample.other has no handler');
  // @ts-expect-error: the contract has no `third`.
  bindAll('sample', sample, { one: answer, other: answer, third: answer });
  // @ts-expect-error: what is no operation has no handler.
  bindAll('sample', sample, { one: answer, other: answer, pageSize: answer });
  // @ts-expect-error: the output is another.
  bindAll('sample', sample, { one: () => ({ count: 'none' }), other: answer });
  // @ts-expect-error: the input has no such field.
  bindAll('sample', sample, { one: ({ amount }) => ({ count: amount }), other: answer });
});

test('only a public read may share its answers', () => {
  const [one] = bindAll('sample', { one: sample.one }, { one: { handler: answer, sharedForMs: 250 } });
  expect(one?.sharedForMs).toBe(250);
  const other = { other: { handler: answer, sharedForMs: 250 } };
  expect(() => bindAll('sample', { other: sample.other }, other)).toThrow('sample.other cannot share');
  const own = declare('/own', 'read', 'member');
  expect(() => bindAll('sample', { own }, { own: { handler: answer, sharedForMs: 250 } })).toThrow('cannot share');
});

test('the server starts when every feature is bound, and bound once', () => {
  const bound = (feature: string) => bindAll(feature, sample, { one: answer, other: answer });
  expect(() => requireEachFeatureOnce(['plans', 'home'], [bound('home'), bound('plans')])).not.toThrow();
  expect(() => requireEachFeatureOnce(['plans', 'home'], [bound('plans')])).toThrow('home is not bound');
  expect(() => requireEachFeatureOnce(['plans'], [bound('plans'), bound('plans')])).toThrow('plans is bound 2 times');
  expect(() => requireEachFeatureOnce(['plans'], [bound('plans'), bound('home')])).toThrow(
    "home is not in the contract's list",
  );
});
