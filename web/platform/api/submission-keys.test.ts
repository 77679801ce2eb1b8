import { expect, test } from 'vitest';
import { createSubmissionKeys } from './submission-keys.ts';

function numbered() {
  let last = 0;
  return createSubmissionKeys(() => `key-${++last}`);
}

test('a retry of the same submission keeps its key', () => {
  const keys = numbered();
  expect([keys.keyFor('amount=100'), keys.keyFor('amount=100')]).toEqual(['key-1', 'key-1']);
});

test('a changed submission, or the same one after it was settled, gets another key', () => {
  const keys = numbered();
  expect(keys.keyFor('amount=100')).toBe('key-1');
  expect(keys.keyFor('amount=200')).toBe('key-2');
  keys.settle('amount=200');
  expect(keys.keyFor('amount=200')).toBe('key-3');
});

test('a submission without an answer keeps its key while another one is sent and settled', () => {
  const keys = numbered();
  expect(keys.keyFor('amount=100')).toBe('key-1');
  expect(keys.keyFor('amount=900')).toBe('key-2');
  keys.settle('amount=900');
  expect(keys.keyFor('amount=100')).toBe('key-1');
});

test('a key has 128 random bits in the alphabet of the contract', () => {
  const keys = createSubmissionKeys();
  const key = keys.keyFor('a');
  keys.settle('a');
  expect(key).toMatch(/^[0-9a-f]{32}$/);
  expect(keys.keyFor('a')).not.toBe(key);
});
