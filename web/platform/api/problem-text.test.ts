// @vitest-environment happy-dom
import { beforeAll, expect, test } from 'vitest';
import type { ErrorCode } from '#contract/errors.ts';
import { useLanguage } from '#web/ui/shown.fixture.tsx';
import { errorText } from '../i18n/text.ts';
import { problemText, queryProblem } from './problem-text.ts';
import { ApiFailure, ApiRefusal, errorCodeOf, SessionOver } from './refusal.ts';

beforeAll(() => useLanguage('en'));

const general = 'Nothing was changed. Please try again in a moment.';

test('a refusal says what the server says, and without its words what its code means', () => {
  expect(problemText(new ApiRefusal('imageDamaged', 'These are the words'))).toBe('These are the words');
  const own = problemText(new ApiRefusal('imageDamaged', ''));
  expect(own).toContain('image');
  expect(own).not.toBe(general);
});

test('after a change of language a refusal is said in the new one, unless its text needs what only the server knows', async () => {
  const refusals = (['wrongCredentials', 'signInLocked'] as const).map(
    (code) => new ApiRefusal(code, 'These are the words', 'en'),
  );
  expect(refusals.map(problemText)).toEqual(['These are the words', 'These are the words']);
  await useLanguage('thai');
  expect(refusals.map(problemText)).toEqual([errorText('wrongCredentials'), 'These are the words']);
  expect(problemText(new ApiRefusal('codeOfANewerServer' as ErrorCode, 'These are the words', 'en'))).toBe(
    'These are the words',
  );
  await useLanguage('en');
  expect(refusals.map(problemText)).toEqual(['These are the words', 'These are the words']);
});

test('each kind of missing answer has its own words, and the end of a session none', () => {
  const said = (['unreachable', 'timeout', 'unreadable', 'tooLong'] as const).map((kind) =>
    problemText(new ApiFailure(kind)),
  );
  expect(new Set(said).size).toBe(4);
  expect(said).not.toContain(general);
  expect(problemText(new SessionOver())).toBeNull();
});

test('what the contract’s own schema does not let through is said by its code; anything else by a general sentence', () => {
  const issue = (message: string) => ({ issues: [{ message }, { message: 'amountInvalid' }] });
  expect(problemText(issue('imageDamaged'))).toBe(problemText(new ApiRefusal('imageDamaged', '')));
  for (const other of [issue('Invalid input'), { issues: [] }, new Error('a fault'), 'a fault', null, undefined]) {
    expect(problemText(other)).toBe(general);
  }
});

test('a code is one word that begins with a small letter; a validator’s sentence is none', () => {
  expect(errorCodeOf('amountInvalid')).toBe('amountInvalid');
  for (const text of ['Invalid', 'invalid input', 'Invalid input: expected string', '', '7up'])
    expect(errorCodeOf(text), text).toBeNull();
});

test('a read has a problem only as long as it has nothing to show', () => {
  const error = new ApiRefusal('imageDamaged', 'These are the words');
  expect(queryProblem({ data: undefined, error })).toBe('These are the words');
  expect(queryProblem({ data: [], error })).toBeNull();
  expect(queryProblem({ data: undefined, error: null })).toBeNull();
});
