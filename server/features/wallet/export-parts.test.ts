import { expect, test } from 'vitest';
import { exportAccountRecords as operation } from '#contract/wallet.ts';
import { houseAccount, memberAccount } from '#core/ledger/accounts.ts';
import { usdt } from '#core/money/amount.ts';
import { openForFile } from '#server/test/open-for-file.fixture.ts';
import { exportAccountRecords, linesPerPart } from './export-account-records.ts';
import { openMovements } from './movements.fixture.ts';

const { book, clock, dependencies, newMember } = await openForFile(openMovements);

test('all parts of a file are of the days that its first part had, whatever midnight or time zone comes between', async () => {
  const member = await newMember('Asia/Tokyo');
  const [available, plans] = [memberAccount(member.memberId, 'available'), memberAccount(member.memberId, 'plans')];
  const rail = houseAccount('rail', member.memberId);
  const one = { amount: usdt(1n) };
  const deposit = [{ from: rail, to: available, amount: usdt(5_000n) }];
  await book('depositConfirmed', 'BEFORE', deposit, '2026-03-09T14:59:59Z');
  await book('depositConfirmed', 'FIRST', deposit, '2026-03-09T15:00:00Z');
  const pairs = Array.from({ length: linesPerPart / 2 }, (_, index) => `P${index}`);
  await Promise.all(pairs.map((reference) => book('planPlaced', reference, [{ from: available, to: plans, ...one }])));
  clock.advance(Date.parse('2026-03-10T14:59:59Z') - clock.now());
  for (const filter of [{ range: 'today' }, { from: '2026-03-10' }, { range: 'week', until: '2026-03-10' }] as const) {
    const at = clock.now();
    const first = await exportAccountRecords(dependencies(), member, filter);
    expect(first).toMatchObject({ lines: linesPerPart, next: expect.any(String) });
    const before = operation.input.parse({ before: first.next }).before;
    const whole = await exportAccountRecords(dependencies(), member, { ...filter, before });
    clock.advance(1_000);
    const moved = { ...member, timeZone: 'America/New_York' };
    for (const reader of [member, moved]) {
      expect(await exportAccountRecords(dependencies(), reader, { ...filter, before })).toEqual(whole);
    }
    expect(whole.csv).toContain('FIRST');
    expect(whole.csv.includes('BEFORE')).toBe('range' in filter && filter.range === 'week');
    clock.advance(at - clock.now());
  }
});
