import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { houseAccount, memberAccount } from '#core/ledger/accounts.ts';
import { points, usdt } from '#core/money/amount.ts';
import { openLedger } from '#server/ledger/ledger.ts';
import { serverTexts } from '#server/platform/http/texts.ts';
import type { Session } from '#server/platform/session.ts';
import { openTestIdentity, registerMember } from '#server/test/identity.fixture.ts';
import { allowMadeUpPoints } from '#server/test/made-up-points.fixture.ts';
import { openForFile } from '#server/test/open-for-file.fixture.ts';
import { getMember } from './get-member.ts';
import { readMemberFigures } from './member-figures.ts';

const accounts = await openForFile(openTestIdentity);
const { node } = accounts;
const ledger = await openForFile(async () => openLedger({ pool: accounts.database.pool, clock: node.clock }));

const sessionNamed = async (username: string): Promise<Session> => {
  const browser = await registerMember(node, username);
  const found = await node.sessions.find(browser.jar.get('clearlot_session') ?? '');
  if (typeof found === 'string') throw new Error(found);
  return found;
};

async function receive(member: bigint, amount: bigint): Promise<void> {
  const outcome = await ledger.submit({
    key: `test ${member} ${amount}`,
    inputHash: createHash('sha256').update(String(amount)).digest('hex'),
    kind: 'depositConfirmed',
    reference: 'a test',
    postings: [{ from: houseAccount('rail', member), to: memberAccount(member, 'available'), amount: usdt(amount) }],
  });
  expect(outcome.status).toBe('committed');
}

async function lock(member: bigint, amount: bigint): Promise<void> {
  const outcome = await ledger.submit({
    key: `lock ${member} ${amount}`,
    inputHash: createHash('sha256').update(String(amount)).digest('hex'),
    kind: 'planPlaced',
    reference: 'a test',
    postings: [{ from: memberAccount(member, 'available'), to: memberAccount(member, 'plans'), amount: usdt(amount) }],
  });
  expect(outcome.status).toBe('committed');
}

const settle = (member: bigint, id: string, income: bigint, at: string) =>
  accounts.database.owner.query(
    `insert into plan (member_id, id, group_id, level, amount, at_risk, placed_at, income, settled_at)
      values ($1, $2, 1, 1, 1000000000, 1000000, $4, $3, $4)`,
    [member, id, income, at],
  );

test('a new member has nothing but leverage 1 to the first band, and reads what the weight score is for', async () => {
  const member = await sessionNamed('Newcomer');
  expect(await getMember(node.profile, { member, locale: 'en' })).toEqual({
    username: 'Newcomer',
    weight: 0,
    authorization: 0n,
    available: 0n,
    locked: 0n,
    incomeToday: 0n,
    incomeTotal: 0n,
    rule: expect.stringContaining('weight score'),
    leverageUnlocked: 5,
    postings: 0,
    assistance: 0,
    donated: 0,
  });
  expect((await getMember(node.profile, { member, locale: 'jp' })).rule).toBe(serverTexts.jp.weightRule);
});

test('quotas come from the ledger, authorization is available plus locked, and postings are counted', async () => {
  const member = await sessionNamed('Figures1');
  const neighbour = await sessionNamed('Figures2');
  await receive(member.memberId, 500_000_001n);
  await receive(neighbour.memberId, 7_000_000n);
  await lock(member.memberId, 200_000_000n);
  expect(await getMember(node.profile, { member, locale: 'en' })).toMatchObject({
    authorization: 500_000_001n,
    available: 300_000_001n,
    locked: 200_000_000n,
    postings: 2,
  });
  expect(await getMember(node.profile, { member: neighbour, locale: 'en' })).toMatchObject({
    authorization: 7_000_000n,
    locked: 0n,
    postings: 1,
  });
});

test("today is the member's own day, in every zone, and income of others never counts", async () => {
  const member = await sessionNamed('Earner01');
  const { memberId } = member;
  const { memberId: other } = await sessionNamed('Earner02');
  await settle(memberId, 'A', 1_000_000n, '2026-05-01T10:59:59.999Z');
  await settle(memberId, 'B', -300_000n, '2026-05-01T11:00:00Z');
  await settle(memberId, 'C', 20_000n, '2026-04-30T23:59:59.999Z');
  await settle(memberId, 'D', 5n, '2026-05-01T00:00:00Z');
  await settle(other, 'A', 9_000_000n, '2026-05-01T11:30:00Z');
  await accounts.database.pool.query(
    `insert into plan (member_id, id, group_id, level, amount, at_risk, placed_at) values ($1, 'E', 1, 1, 1000000, 30000, now())`,
    [memberId],
  );
  const today = async (timeZone: string, now: string) =>
    (await readMemberFigures(node.profile.tables, memberId, timeZone, Date.parse(now))).incomeToday;
  expect(await today('UTC', '2026-05-01T12:00:00Z')).toBe(700_005n);
  expect(await today('UTC', '2026-05-02T00:00:00Z')).toBe(0n);
  // Auckland's 1 May began on 30 April at 12:00 UTC, its 2 May on 1 May at 12:00 UTC.
  expect(await today('Pacific/Auckland', '2026-05-01T11:59:59Z')).toBe(720_005n);
  expect(await today('Pacific/Auckland', '2026-05-01T12:00:00Z')).toBe(0n);
  // Honolulu's day begins at 10:00 UTC.
  expect(await today('Pacific/Honolulu', '2026-05-01T12:00:00Z')).toBe(700_000n);
  const figures = await readMemberFigures(node.profile.tables, memberId, 'UTC', Date.parse('2026-05-01T12:00:00Z'));
  expect(figures.incomeTotal).toBe(720_005n);
  const afternoon = { ...node.profile, clock: { now: () => Date.parse('2026-05-01T12:00:00Z') } };
  const honolulu = { member: { ...member, timeZone: 'Pacific/Honolulu' }, locale: 'en' } as const;
  expect(await getMember(afternoon, honolulu)).toMatchObject({ incomeToday: 700_000n });
});

test('points that a member has are told from those the member gave', async () => {
  const member = await sessionNamed('Giver001');
  await allowMadeUpPoints(accounts.database);
  const { memberId } = member;
  const [sponsor, assistance] = [houseAccount('sponsorPoints', memberId), memberAccount(memberId, 'assistance')];
  const outcome = await ledger.submit({
    key: `points ${memberId}`,
    inputHash: '0'.repeat(64),
    kind: 'checkedIn',
    reference: 'a test',
    postings: [{ from: sponsor, to: assistance, amount: points(56n) }],
  });
  expect(outcome.status).toBe('committed');
  const { memberId: other } = await sessionNamed('Giver002');
  await accounts.database.pool.query(
    `insert into donation values ($1, 'G1', 10, 'masked', now()), ($2, 'G1', 20, 'masked', now())`,
    [memberId, other],
  );
  expect(await getMember(node.profile, { member, locale: 'en' })).toMatchObject({ assistance: 56, donated: 10 });
});

test('the weight score unlocks leverage by the published levels', async () => {
  const member = await sessionNamed('Weighty1');
  await allowMadeUpPoints(accounts.database);
  const add = (kind: string, points: number, { memberId } = member) =>
    accounts.database.pool.query(
      'insert into weight_entry (member_id, kind, reference, points, rule_version, earned_at) values ($1, $2, $3, $4, 1, now())',
      [memberId, kind, 'once', points],
    );
  await add('firstDeposit', 9_000, await sessionNamed('Weighty2'));
  await add('firstDeposit', 499);
  expect(await getMember(node.profile, { member, locale: 'en' })).toMatchObject({ weight: 499, leverageUnlocked: 5 });
  await add('another', 1);
  expect(await getMember(node.profile, { member, locale: 'en' })).toMatchObject({ weight: 500, leverageUnlocked: 10 });
  const bands = { kind: 'bands', item: 'levels', weightMins: [501, 2_000, 5_000, 10_000], effectiveFrom: 0 } as const;
  const raised = { ...node.profile, offers: { changes: () => [bands] } };
  expect(await getMember(raised, { member, locale: 'en' })).toMatchObject({ weight: 500, leverageUnlocked: 5 });
});
