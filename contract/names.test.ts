import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { operations } from './api.ts';
import { locales } from './locale.ts';
import { names, withNames } from './names.ts';

test('every field of every operation has a name in every language', () => {
  const fields = operations.flatMap(({ operation: { input } }) =>
    input instanceof z.ZodMiniObject ? Object.keys(input.shape) : [],
  );
  expect(fields.length).toBeGreaterThan(50);
  for (const locale of locales) {
    expect(fields.filter((field) => !Object.hasOwn(names[locale].fields, field))).toEqual([]);
  }
});

test('a refusal names its field in the language, and repeats a field that nobody knows as it was sent', () => {
  expect(withNames('jp', { field: 'invite' })).toEqual({ field: '招待コード' });
  expect(withNames('jp', { field: 'constructor', maximum: 5n })).toEqual({ field: 'constructor', maximum: 5n });
});
