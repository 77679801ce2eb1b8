import { expect, test } from 'vitest';
import { partsOfReference } from './reviews.ts';

test('a reference has a member and an id; one beyond the ids of the database is unknown', () => {
  expect(partsOfReference('12.ABC')).toEqual({ memberId: 12n, id: 'ABC' });
  for (const reference of ['9999999999999999999.ABC', '12.', '.ABC', 'ABC', '-1.ABC']) {
    expect(() => partsOfReference(reference)).toThrow(expect.objectContaining({ code: 'approvalUnknown' }));
  }
});
