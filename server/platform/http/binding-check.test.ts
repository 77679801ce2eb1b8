import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { operation } from '#contract/operation.ts';
import { bind } from './binding.ts';
import { requireOneHandlerEach } from './binding-check.ts';

const declare = (name: string, effect: 'read' | 'write' = 'read') =>
  operation({
    name,
    feature: 'sample',
    summary: 'A sample.',
    method: 'GET',
    path: `/sample/${name}`,
    access: 'public',
    effect,
    input: z.strictObject({}),
    output: z.object({}),
    answerIn: 'url',
    errors: [],
  });

const [one, other] = [declare('one'), declare('other')];
const answer = () => ({});

test('every operation with exactly one handler lets the server start', () => {
  expect(() => requireOneHandlerEach([one, other], [bind(other, answer), bind(one, answer)])).not.toThrow();
});

test('an operation without a handler, or with two, or unknown to the contract, stops it', () => {
  expect(() => requireOneHandlerEach([one, other], [bind(one, answer)])).toThrow('sample.other has no handler');
  expect(() => requireOneHandlerEach([one], [bind(one, answer), bind(one, answer)])).toThrow(
    'sample.one has 2 handlers',
  );
  expect(() => requireOneHandlerEach([one], [bind(one, answer), bind(other, answer)])).toThrow(
    "sample.other is not in the contract's list",
  );
});

test('only a public read may share its answers', () => {
  expect(bind(one, answer, { sharedForMs: 250 }).sharedForMs).toBe(250);
  expect(() => bind(declare('third', 'write'), answer, { sharedForMs: 250 })).toThrow('cannot share');
});
