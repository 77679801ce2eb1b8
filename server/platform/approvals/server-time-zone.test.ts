import { expect, test } from 'vitest';
import { openForFile } from '#server/test/open-for-file.fixture.ts';
import { openApprovals } from './approvals.fixture.ts';
import { approvalCountsMs } from './approvals.ts';

const { subject, decided } = await openForFile(async () => {
  const opened = await openApprovals();
  const name = new URL(opened.database.url).pathname.slice(1);
  // As a PostgreSQL has it that was installed there; sessions that begin from now on have it.
  await opened.database.owner.query(`alter database ${name} set timezone = 'America/New_York'`);
  return opened;
});

const hourMs = 60 * 60_000;

test('an approval counts for 24 hours in the nights when the database server’s own clock is put on and back', async () => {
  for (const approvedAt of [Date.UTC(2026, 2, 8, 4, 30), Date.UTC(2026, 10, 1, 3, 30)]) {
    const [inTime, late] = [subject(), subject()];
    await decided(inTime, 'anna', 'approved', approvedAt);
    await decided(late, 'anna', 'approved', approvedAt);
    const before = await decided(inTime, 'bert', 'approved', approvedAt + approvalCountsMs - hourMs / 4);
    expect(before).toMatchObject({ status: 'approved', approvals: 2 });
    const after = await decided(late, 'bert', 'approved', approvedAt + approvalCountsMs + hourMs / 4);
    expect(after).toMatchObject({ status: 'open', approvals: 1 });
  }
});
