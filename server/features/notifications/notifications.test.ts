import { afterAll, beforeAll, expect, test } from 'vitest';
import { type NotificationSettings, notificationSettings } from '#contract/notifications.ts';
import { houseAccount, memberAccount } from '#core/ledger/accounts.ts';
import { points, usdt } from '#core/money/amount.ts';
import { inputHashOf } from '#server/ledger/input-hash.ts';
import { allowMadeUpPoints } from '#server/test/made-up-points.fixture.ts';
import { changeNotificationSettings } from './change-notification-settings.ts';
import { getNotificationSettings } from './get-notification-settings.ts';
import { listNotifications } from './list-notifications.ts';
import { markNotificationsRead } from './mark-notifications-read.ts';
import { openWorld, type World } from './notification-world.fixture.ts';
import { storeSetting } from './setting-store.ts';

let world: World;

beforeAll(async () => {
  world = await openWorld();
  await allowMadeUpPoints(world.database);
});
afterAll(() => world.close());

const list = (memberId: bigint, input: Parameters<typeof listNotifications>[2] = {}) =>
  listNotifications(world, memberId, input);

/** Every page in turn. */
async function listAll(memberId: bigint, topic?: 'deposits' | 'security') {
  const found = [];
  for (let before: string | undefined; ; ) {
    const page = await list(memberId, { ...(topic && { topic }), ...(before && { before }) });
    found.push(...page.notifications);
    if (page.next === null) return found;
    before = page.next;
  }
}

test('transfers and acts are one list, newest first, each once over all pages, and only the member’s own', async () => {
  const [{ memberId }, { memberId: other }] = [await world.member(), await world.member()];
  for (let count = 1; count <= 45; count++) {
    await world.deposit(memberId, count);
    if (count % 3 === 0) await world.act(memberId);
    if (count % 9 === 0) await world.deposit(other, 1_000);
  }
  const all = await listAll(memberId);
  expect(all).toHaveLength(60);
  expect(new Set(all.map(({ id }) => id)).size).toBe(60);
  const times = all.map(({ at }) => at);
  expect(times).toEqual(times.toSorted((one, two) => two - one));
  expect(all[0]).toMatchObject({ kind: 'securityAct', reference: 'passkeyAdded', amount: null, read: false });
  expect(all[1]).toMatchObject({ kind: 'depositConfirmed', amount: 45_000_000n, read: false });

  const [deposits, acts] = [await listAll(memberId, 'deposits'), await listAll(memberId, 'security')];
  expect(deposits.map(({ amount }) => amount)).toEqual(
    Array.from({ length: 45 }, (_, at) => BigInt(45 - at) * 1_000_000n),
  );
  expect(acts).toHaveLength(15);
  expect((await list(memberId)).unread).toBe(60);
  expect((await list(other)).unread).toBe(5);
});

test('points of the team are listed without an amount in USDT, and can be switched off', async () => {
  const { memberId } = await world.member();
  const outcome = await world.ledger.submit({
    key: `invitation:${memberId}:firstResult:1`,
    inputHash: inputHashOf({}),
    kind: 'invitationRewarded',
    reference: 'firstResult.1',
    postings: [
      {
        from: houseAccount('sponsorPoints', memberId),
        to: memberAccount(memberId, 'promotion'),
        amount: points(100n),
      },
    ],
  });
  expect(outcome.status).toBe('committed');
  expect((await list(memberId, { topic: 'team' })).notifications).toMatchObject([
    { kind: 'invitationRewarded', amount: null, quiet: false },
  ]);
  await storeSetting(world.tables, memberId, 'team', false);
  expect((await list(memberId)).notifications).toMatchObject([{ kind: 'invitationRewarded', quiet: true }]);
});

test('the same list has equal times in order, and a page edge between them loses nothing', async () => {
  const { memberId } = await world.member();
  for (let count = 0; count < 41; count++) {
    await world.act(memberId);
    world.clock.advance(-1_000);
    await world.deposit(memberId, 1);
    world.clock.advance(-1_000);
  }
  expect(new Set((await listAll(memberId)).map(({ id }) => id)).size).toBe(82);
});

test('what was read stays read on every device, one by one and all at once', async () => {
  const { memberId } = await world.member();
  for (let count = 1; count <= 5; count++) await world.deposit(memberId, count);
  await world.act(memberId);
  const { notifications, newest } = await list(memberId);
  const [act, fifth] = notifications;
  expect(await markNotificationsRead(world, memberId, { id: fifth?.id })).toEqual({ unread: 5 });
  expect(await markNotificationsRead(world, memberId, { id: fifth?.id })).toEqual({ unread: 5 });
  expect((await list(memberId)).notifications.filter(({ read }) => read).map(({ id }) => id)).toEqual([fifth?.id]);
  await world.deposit(memberId, 6);
  expect(await markNotificationsRead(world, memberId, { through: newest })).toEqual({ unread: 1 });
  // An older place does not make anything unread.
  expect(await markNotificationsRead(world, memberId, { through: '0.0' })).toEqual({ unread: 1 });
  const after = (await list(memberId)).notifications;
  expect(after.map(({ read }) => read)).toEqual([false, true, true, true, true, true, true]);
  expect(after.find(({ id }) => id === act?.id)?.read).toBe(true);
  // What is read with the others is not kept once more by itself.
  expect(await markNotificationsRead(world, memberId, { id: act?.id })).toEqual({ unread: 1 });
  const { rows } = await world.database.pool.query('select from notification_read where member_id = $1', [memberId]);
  expect(rows).toHaveLength(0);
  const [sixth] = after;
  // Of two at once neither fails.
  const both = await Promise.all([1, 2].map(() => markNotificationsRead(world, memberId, { id: sixth?.id })));
  expect(both).toEqual([{ unread: 0 }, { unread: 0 }]);
});

test('two devices that mark at once keep the later of both', async () => {
  const { memberId } = await world.member();
  await world.deposit(memberId, 1);
  const earlier = (await list(memberId)).newest;
  await world.deposit(memberId, 2);
  const later = (await list(memberId)).newest;
  await Promise.all(
    [later, earlier, later, earlier, earlier].map((through) => markNotificationsRead(world, memberId, { through })),
  );
  expect((await list(memberId)).unread).toBe(0);
});

test('nobody reads what has not happened, and a place or an id that was never made is refused', async () => {
  const { memberId } = await world.member();
  await world.deposit(memberId, 1);
  const future = ['9223372036854775807.0', '0.ZZZZZZZZZZZZZZZZ'];
  for (const through of [...future, '99999999999999999999.0', 'x', '1', '1.2.3', '.']) {
    await expect(markNotificationsRead(world, memberId, { through })).rejects.toThrow('notificationUnknown');
  }
  for (const id of ['t9223372036854775807', 'x1', 't', 'tX', 'aZZZZZZZZZZZZZZZZ']) {
    await expect(markNotificationsRead(world, memberId, { id })).rejects.toThrow('notificationUnknown');
  }
  const other = await world.member();
  await world.deposit(other.memberId, 1);
  await world.act(other.memberId);
  await world.act(memberId);
  const ofOther = (await list(other.memberId)).notifications.map(({ id }) => id);
  for (const id of [...ofOther, 't0', 'a0']) {
    await expect(markNotificationsRead(world, memberId, { id })).rejects.toThrow('notificationUnknown');
  }
  for (const before of ['x', '1', '99999999999999999999.0']) {
    await expect(list(memberId, { before })).rejects.toThrow('notificationUnknown');
  }
});

test('what a member switched off stays in the list and is not counted as unread', async () => {
  const { memberId } = await world.member();
  await world.deposit(memberId, 1);
  await world.act(memberId);
  await Promise.all([
    storeSetting(world.tables, memberId, 'deposits', false),
    storeSetting(world.tables, memberId, 'plans', false),
    storeSetting(world.tables, memberId, 'amounts', true),
  ]);
  expect(await list(memberId)).toMatchObject({ unread: 1, notifications: [{}, { kind: 'depositConfirmed' }] });
  await storeSetting(world.tables, memberId, 'deposits', false);
  await storeSetting(world.tables, memberId, 'deposits', true);
  expect((await list(memberId)).unread).toBe(2);
});

test('each switch turns its own kind alone, and is shown as it stands', async () => {
  const { memberId } = await world.member();
  const own = { ...world, pushKey: '' };
  const switches = ({ pushKey: _key, devices: _devices, ...rest }: NotificationSettings) => rest;
  const before = switches(await getNotificationSettings(own, memberId));
  expect(Object.entries(before).flatMap(([name, isOn]) => (isOn ? [] : name))).toEqual(['amounts']);
  for (const setting of notificationSettings) {
    const turn = async (on: boolean) => switches(await changeNotificationSettings(own, memberId, { setting, on }));
    expect(await turn(!before[setting])).toEqual({ ...before, [setting]: !before[setting] });
    expect(await turn(before[setting])).toEqual(before);
  }
});

test('each kind shows its own amount: what a plan or a bet earned, what a refused withdrawal or a void round gave back', async () => {
  const { memberId } = await world.member();
  await world.deposit(memberId, 100);
  const [available, plans, withdrawing, stakes] = (['available', 'plans', 'withdrawing', 'stakes'] as const).map(
    (name) => memberAccount(memberId, name),
  );
  if (!available || !plans || !withdrawing || !stakes) throw new Error('no accounts');
  const units = (amount: number) => usdt(BigInt(amount * 1_000_000));
  const transfers = [
    ['planPlaced', [{ from: available, to: plans, amount: units(50) }]],
    [
      'planSettled',
      [
        { from: plans, to: available, amount: units(47) },
        { from: plans, to: houseAccount('market', memberId), amount: units(3) },
      ],
    ],
    ['planPlaced', [{ from: available, to: plans, amount: units(40) }]],
    ['planVoided', [{ from: plans, to: available, amount: units(40) }]],
    ['withdrawalHeld', [{ from: available, to: withdrawing, amount: units(20) }]],
    ['withdrawalRefused', [{ from: withdrawing, to: available, amount: units(20) }]],
    ['withdrawalHeld', [{ from: available, to: withdrawing, amount: units(7) }]],
    ['withdrawalReturned', [{ from: withdrawing, to: available, amount: units(7) }]],
    ['withdrawalHeld', [{ from: available, to: withdrawing, amount: units(9) }]],
    ['withdrawalPaid', [{ from: withdrawing, to: houseAccount('rail', memberId), amount: units(9) }]],
    ['orderPlaced', [{ from: available, to: stakes, amount: units(30) }]],
    ['orderLost', [{ from: stakes, to: houseAccount('rounds', 0n), amount: units(10) }]],
    [
      'orderWon',
      [
        { from: stakes, to: available, amount: units(10) },
        { from: houseAccount('rounds', 0n), to: available, amount: units(10) },
      ],
    ],
    ['orderReturned', [{ from: stakes, to: available, amount: units(10) }]],
    [
      'prizeWon',
      [
        { from: houseAccount('sponsor', memberId), to: houseAccount('prizes', 0n), amount: units(5) },
        { from: houseAccount('prizes', 0n), to: available, amount: units(5) },
      ],
    ],
  ] as const;
  for (const [place, [kind, postings]] of transfers.entries()) {
    const key = `kinds:${memberId}:${place}`;
    await world.ledger.submit({ key, inputHash: inputHashOf({ key }), kind, reference: `r${place}`, postings });
  }
  const { notifications } = await list(memberId);
  expect(notifications.map(({ kind, amount }) => [kind, Number(amount) / 1_000_000])).toEqual([
    ['prizeWon', 5],
    ['orderReturned', 10],
    ['orderWon', 10],
    ['withdrawalPaid', -9],
    ['withdrawalRefused', 20],
    ['planVoided', 40],
    ['planSettled', -3],
    ['depositConfirmed', 100],
  ]);
});

test('single marks are bounded: beyond four hundred, what is older than the last two hundred transfers counts as read', async () => {
  const { memberId } = await world.member();
  for (let count = 0; count < 3; count++) await world.deposit(memberId, 1);
  const [third, second, first] = (await list(memberId)).notifications;
  if (!first || !second || !third) throw new Error('three deposits are three notifications');
  // Ids of a history between the first deposit and the second, of which each batch takes 1,024.
  await world.database.owner.query(
    `insert into notification_read (member_id, notification_id)
     select $1::bigint, 't' || ($2::bigint + place) from generate_series(1, 350) as place
     union all select $1, 'a' || lpad(place::text, 16, '0') from generate_series(1, 50) as place`,
    [memberId, first.id.slice(1)],
  );
  expect((await list(memberId)).unread).toBe(3);
  await markNotificationsRead(world, memberId, { id: third.id });
  const { notifications, unread } = await list(memberId);
  expect(notifications.map(({ read }) => read)).toEqual([true, false, true]);
  expect(unread).toBe(1);
  const { rows } = await world.database.pool.query<{ count: number }>(
    'select count(*)::int as count from notification_read where member_id = $1',
    [memberId],
  );
  // Of security acts there are too few to drop any.
  expect(rows[0]?.count).toBe(200 + 50);
});
