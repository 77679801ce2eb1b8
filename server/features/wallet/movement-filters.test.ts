import { expect, test } from 'vitest';
import { listMovements as operation } from '#contract/wallet-movements.ts';
import { houseAccount, memberAccount } from '#core/ledger/accounts.ts';
import { points, usdt } from '#core/money/amount.ts';
import { openForFile } from '#server/test/open-for-file.fixture.ts';
import { exportAccountRecords } from './export-account-records.ts';
import { listAccountRecords } from './list-account-records.ts';
import { listMovements } from './list-movements.ts';
import { openMovements } from './movements.fixture.ts';
import { sumMovements } from './sum-movements.ts';

const { book, clock, dependencies, newMember, trade } = await openForFile(openMovements);

test('days are the member’s own, both ends included; list, sum, records and export agree on every filter', async () => {
  const member = await newMember('Asia/Tokyo');
  await trade(member, '2026-03-09T14:59:59Z');
  await trade(member, '2026-03-09T15:00:00Z');
  await trade(member, '2026-03-11T14:59:59Z');
  await trade(member, '2026-03-11T15:00:00Z');
  const filters: readonly (readonly [Parameters<typeof sumMovements>[2], number])[] = [
    [{ from: '2026-03-10', until: '2026-03-11' }, 10],
    [{ from: '2026-03-11' }, 10],
    [{ until: '2026-03-09' }, 5],
    [{ from: '2026-03-12', until: '2026-03-11' }, 0],
    [{ search: 'ploss' }, 8],
    [{ kinds: ['depositConfirmed'] }, 4],
    [{ kinds: ['depositConfirmed'], search: 'PG' }, 12],
    [{ search: '%' }, 0],
    [{ from: '2026-03-12', search: 'D' }, 1],
    // With a span and a first day, the later of both begins it.
    [{ range: 'week', from: '2026-03-11' }, 10],
    [{ range: 'today', from: '2026-03-09' }, 5],
  ];
  for (const [input, expected] of filters) {
    const name = JSON.stringify(input);
    const movements = await listMovements(dependencies(), member, input);
    expect(movements, name).toHaveLength(expected);
    expect((await sumMovements(dependencies(), member, input)).movements, name).toBe(expected);
    const { lines } = await exportAccountRecords(dependencies(), member, input);
    const records = await listAccountRecords(dependencies(), member, input);
    expect(records.length, name).toBe(Math.min(20, lines));
    expect(new Set(records.map(({ transferId }) => transferId)).size <= expected, name).toBe(true);
  }
});

test('points have a statement of their own: lists, sums, records and files of one asset have nothing of the other', async () => {
  const member = await newMember();
  const { memberId } = member;
  const [assistance, promotion] = [memberAccount(memberId, 'assistance'), memberAccount(memberId, 'promotion')];
  const [sponsor, charity] = [houseAccount('sponsorPoints', memberId), houseAccount('charityPoints', memberId)];
  const start = new Date(clock.now() + 1).toISOString();
  await trade(member, start);
  await book('checkedIn', 'C1', [{ from: sponsor, to: assistance, amount: points(30n) }]);
  await book('donated', 'G1', [{ from: assistance, to: charity, amount: points(10n) }]);
  await book('checkedIn', 'C2', [{ from: sponsor, to: promotion, amount: points(716n) }]);
  // One transfer in both.
  await book('checkedIn', 'B1', [
    { from: houseAccount('rail', memberId), to: memberAccount(memberId, 'available'), amount: usdt(5n) },
    { from: sponsor, to: assistance, amount: points(1n) },
  ]);
  const assetsOf = async (asset: 'USDT' | 'PTS') => {
    const movements = await listMovements(dependencies(), member, { asset });
    const records = await listAccountRecords(dependencies(), member, { asset });
    const { csv } = await exportAccountRecords(dependencies(), member, { asset });
    const inFile = csv.trim().split('\r\n').slice(1);
    return [
      ...movements.flatMap(({ changes }) => changes.map((change) => change.asset)),
      ...records.map((record) => record.asset),
      ...inFile.map((line) => line.split(',')[4]),
    ];
  };
  expect(new Set(await assetsOf('PTS'))).toEqual(new Set(['PTS']));
  expect(new Set(await assetsOf('USDT'))).toEqual(new Set(['USDT']));

  const own = await listMovements(dependencies(), member, { asset: 'PTS' });
  expect(own.map(({ changes }) => changes.map(({ account, amount, balance }) => [account, amount, balance]))).toEqual([
    [['assistance', 1n, 21n]],
    [['promotion', 716n, 716n]],
    [['assistance', -10n, 20n]],
    [['assistance', 30n, 30n]],
  ]);
  const sumOf = (filter: Parameters<typeof sumMovements>[2]) => sumMovements(dependencies(), member, filter);
  expect(await sumOf({ asset: 'PTS' })).toEqual({ asset: 'PTS', movements: 4, incoming: 747n, outgoing: 10n });
  expect(await sumOf({ asset: 'PTS', account: 'assistance' })).toMatchObject({
    movements: 3,
    incoming: 31n,
    outgoing: 10n,
  });
  expect(await sumOf({ asset: 'USDT' })).toEqual({ asset: 'USDT', movements: 6, incoming: 1_009n, outgoing: 6n });
  expect(await sumOf({ asset: 'USDT', account: 'promotion' })).toMatchObject({
    movements: 0,
    incoming: 0n,
    outgoing: 0n,
  });
  expect(operation.input.safeParse({ asset: 'usdt' }).success).toBe(false);

  // References in either case are found by either.
  await book('taskCollected', 'helpRead.2026-03-09', [{ from: sponsor, to: promotion, amount: points(1n) }]);
  for (const search of ['helpread', 'HELPREAD.2026']) {
    const found = await listMovements(dependencies(), member, { asset: 'PTS', search });
    expect(found.map(({ reference }) => reference)).toEqual(['helpRead.2026-03-09']);
  }
});

test('the days of the specification hold for points: today, yesterday, the last seven days, this month', async () => {
  const member = await newMember('Asia/Tokyo');
  const { memberId } = member;
  const give = (at: string) =>
    book(
      'checkedIn',
      'C',
      [
        {
          from: houseAccount('sponsorPoints', memberId),
          to: memberAccount(memberId, 'assistance'),
          amount: points(1n),
        },
      ],
      at,
    );
  // Midnight in Tokyo is 15:00 UTC.
  for (const at of ['2026-03-31T14:59:59Z', '2026-04-03T15:00:00Z', '2026-04-08T14:59:59Z', '2026-04-08T15:00:00Z']) {
    await give(at);
  }
  clock.advance(Date.parse('2026-04-09T02:00:00Z') - clock.now());
  const count = async (range: 'today' | 'yesterday' | 'week' | 'month') =>
    (await sumMovements(dependencies(), member, { asset: 'PTS', range })).movements;
  expect([await count('today'), await count('yesterday'), await count('week'), await count('month')]).toEqual([
    1, 1, 3, 3,
  ]);
});

test.each(['2026-02-31', '2026-13-01', '26-01-01', 'today', '2026-1-1', '2026-01-01T00:00', "2026-01-01'"])(
  'the day %s is refused',
  (from) => {
    const read = operation.input.safeParse({ from });
    expect(read.success).toBe(false);
    expect(read.error?.issues[0]?.message).toBe('recordRangeUnknown');
  },
);

test('kinds that do not exist and a search with control characters are refused', () => {
  expect(operation.input.safeParse({ kinds: 'planPlaced,nothing' }).success).toBe(false);
  expect(operation.input.safeParse({ kinds: '' }).success).toBe(false);
  expect(operation.input.safeParse({ search: '\u0000' }).success).toBe(false);
  expect(operation.input.safeParse({ kinds: 'planPlaced,planSettled', search: 'x%_' }).success).toBe(true);
});
