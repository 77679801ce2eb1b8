import { expect, test } from 'vitest';
import { partsOfReference, requireRecorded } from './reviews.ts';

test('a reference has a member and an id; one beyond the ids of the database is unknown', () => {
  expect(partsOfReference('12.ABC')).toEqual({ memberId: 12n, id: 'ABC' });
  for (const reference of ['9999999999999999999.ABC', '12.', '.ABC', 'ABC', '-1.ABC']) {
    expect(() => partsOfReference(reference)).toThrow(expect.objectContaining({ code: 'approvalUnknown' }));
  }
});

test('a decision that was not recorded came too late, or after another one', () => {
  const approval = { approvals: 1, needed: 2, isRecorded: false } as const;
  for (const status of ['expired', 'approved', 'refused', 'open'] as const) {
    expect(requireRecorded({ ...approval, status, isRecorded: true })).toMatchObject({ status });
    const code = status === 'expired' ? 'approvalExpired' : 'approvalOver';
    expect(() => requireRecorded({ ...approval, status }), status).toThrow(expect.objectContaining({ code }));
  }
});
