import { expect, test } from 'vitest';
import { checksummed } from '#core/withdrawals/address.ts';
import { approvalAboveCount, approvalAboveDestinations } from '#core/withdrawals/rules.ts';
import { owner } from '#server/platform/operators/operators.fixture.ts';
import { quoteWithdrawal } from './quote-withdrawal.ts';
import { requestWithdrawal } from './request-withdrawal.ts';
import { refuseWithdrawal } from './review-withdrawal.ts';
import { reviewedAfter } from './withdrawal-store.ts';
import {
  callOf,
  cardOf,
  loginPassword,
  micro,
  openWorldForFile,
  password,
  someAddress,
} from './withdrawal-world.fixture.ts';

const world = await openWorldForFile();

test('a withdrawal that is split needs the approvals of the whole: one after another, all at once, and not after a day', async () => {
  const member = await world.member(100_000);
  const first = await world.request(member, 6_000);
  expect(first.approvalsNeeded).toBe(0);
  const quoted = async (units: number) =>
    (await quoteWithdrawal(world, member, { method: 'bank', amount: micro(units) })).quote?.approvalsNeeded;
  expect([await quoted(4_000), await quoted(4_000.000001)]).toEqual([0, 2]);
  const second = await world.request(member, 4_000.000001);
  expect(second.approvalsNeeded).toBe(2);
  expect(await refuseWithdrawal(world, second.id, owner('anna'), 'noDestination')).toMatchObject({
    outcome: 'refused',
  });
  // What was refused does not count.
  expect(await quoted(4_000)).toBe(0);
  expect((await world.request(member, 4_000)).approvalsNeeded).toBe(0);
  world.clock.advance(24 * 3_600_000);
  const split = await Promise.all(Array.from({ length: 10 }, () => world.request(member, 5_000)));
  expect(split.filter(({ approvalsNeeded }) => approvalsNeeded === 0)).toHaveLength(2);
  expect(split.filter(({ approvalsNeeded }) => approvalsNeeded === 2)).toHaveLength(8);
});

test('what several members send to one card or address needs the approvals of the whole', async () => {
  const card = cardOf('4000 0000 0000 0001');
  const [ann, bob, cid] = [
    await world.member(50_000, { card }),
    await world.member(50_000, { card }),
    await world.member(50_000),
  ];
  expect((await world.request(ann, 6_000)).approvalsNeeded).toBe(0);
  const quoted = async (units: number) =>
    (await quoteWithdrawal(world, bob, { method: 'bank', amount: micro(units) })).quote?.approvalsNeeded;
  expect([await quoted(4_000), await quoted(4_000.000001)]).toEqual([0, 2]);
  // An address is another destination than the card.
  const elsewhere = await quoteWithdrawal(world, bob, { method: 'address', amount: micro(4_000.000001) });
  expect(elsewhere.quote?.approvalsNeeded).toBe(0);
  const second = await world.request(bob, 4_000.000001);
  expect(second.approvalsNeeded).toBe(2);
  await world.cancel(bob, second.id);
  // What was cancelled does not count, nor does another card.
  expect((await world.request(cid, 9_000)).approvalsNeeded).toBe(0);
  expect((await world.request(bob, 4_000)).approvalsNeeded).toBe(0);

  const to = { method: 'address', address: someAddress, login: loginPassword } as const;
  expect((await world.request(ann, 3_000, to)).approvalsNeeded).toBe(0);
  expect((await world.request(bob, 6_000, to)).approvalsNeeded).toBe(0);
  expect((await world.request(cid, 1_000.000001, to)).approvalsNeeded).toBe(2);
  world.clock.advance(24 * 3_600_000);
  expect((await world.request(cid, 10_000, to)).approvalsNeeded).toBe(0);
});

test('what members who have deleted their accounts sent to a card counts for the quote and for operators as it does for the approvals', async () => {
  const card = cardOf('4000 0000 0000 0002');
  const [ann, bob] = [await world.member(50_000, { card }), await world.member(50_000, { card })];
  await world.request(ann, 1);
  // As the deletion of such a member leaves it.
  await world.database.owner.query(
    `update withdrawal_destination set erased_amount = $2, erased_until = $3 where hash = decode($1, 'hex')`,
    [card.fingerprint, micro(6_000), new Date(world.clock.now() + 3_600_000)],
  );
  const quoted = async (units: number) =>
    (await quoteWithdrawal(world, bob, { method: 'bank', amount: micro(units) })).quote?.approvalsNeeded;
  expect([await quoted(3_999), await quoted(3_999.000001)]).toEqual([0, 2]);
  const { id, approvalsNeeded } = await world.request(bob, 3_999.000001);
  expect(approvalsNeeded).toBe(2);
  const listed = async () => (await reviewedAfter(world.tables, '', 200)).find((one) => one.id === id)?.toDestination;
  expect(await listed()).toBe(micro(10_000.000001));
  world.clock.advance(3_600_000);
  expect([await quoted(6_000 - 0.000001), await quoted(6_000)]).toEqual([0, 2]);
});

test('members who withdraw to one destination at once, on several nodes, spare no approval and no node fails', async () => {
  const nodes = [world, world.openNode(), world.openNode()];
  const address = checksummed('0x00000000000000000000000000000000000000aa');
  for (let round = 0; round < 5; round++) {
    const members = await Promise.all(Array.from({ length: 12 }, () => world.member(10_000)));
    const withdrawals = await Promise.all(
      members.map((member, place) =>
        requestWithdrawal(
          nodes[place % nodes.length] ?? world,
          { method: 'address', address, amount: micro(4_000), password, login: loginPassword },
          callOf(member),
        ),
      ),
    );
    expect(withdrawals.filter(({ approvalsNeeded }) => approvalsNeeded === 0)).toHaveLength(2);
    world.clock.advance(24 * 3_600_000);
  }
});

test.each([
  ['a new', checksummed('0x00000000000000000000000000000000000000bb'), false],
  ['a known', checksummed('0x00000000000000000000000000000000000000cc'), true],
])(
  'a withdrawal to %s destination waits for one of another member that is not committed yet, and counts it',
  async (_, address, isKnown) => {
    const to = { method: 'address', address, login: loginPassword } as const;
    if (isKnown) await world.request(await world.member(10), 1, to);
    const client = await world.database.pool.connect();
    try {
      await client.query('begin');
      await client.query(
        `insert into withdrawal
        (member_id, id, method, amount, fee, destination, destination_hash, requested_at, review_ends_at, only_one)
       values (999999, $3, 'address', 6000000000, 0, $1::text, sha256($1::bytea), $2, 'infinity', false)`,
        [address, new Date(world.clock.now()), isKnown ? 'UNCOMMITTED2' : 'UNCOMMITTED1'],
      );
      const member = await world.member(10_000);
      let isRecorded = false;
      const asked = world.request(member, 4_000.000001, to);
      void asked.then(() => {
        isRecorded = true;
      });
      const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      await expect.poll(async () => isRecorded || (await world.database.owner.query(waiting)).rowCount).toBeTruthy();
      await client.query('commit');
      expect((await asked).approvalsNeeded).toBe(2);
    } finally {
      client.release();
    }
  },
);

test('many withdrawals of a day, or to many destinations, need approvals, and none is refused', async () => {
  const member = await world.member(1_000);
  const many = await Promise.all(Array.from({ length: approvalAboveCount + 3 }, () => world.request(member, 1)));
  expect(many.filter(({ approvalsNeeded }) => approvalsNeeded === 0)).toHaveLength(approvalAboveCount);
  expect(many.filter(({ approvalsNeeded }) => approvalsNeeded === 2)).toHaveLength(3);

  const other = await world.member(1_000);
  const addresses = Array.from({ length: approvalAboveDestinations + 2 }, (_, place) =>
    checksummed(`0x${String(place).padStart(40, '0')}`),
  );
  const needed = [];
  for (const address of addresses) {
    const to = { method: 'address', address, login: loginPassword } as const;
    needed.push((await world.request(other, 1, to)).approvalsNeeded);
  }
  expect(needed).toEqual([...Array.from({ length: approvalAboveDestinations }, () => 0), 2, 2]);
  const third = await world.member(1_000);
  const [known] = addresses;
  if (known === undefined) throw new Error('there are addresses');
  expect((await world.request(other, 1, { method: 'address', address: known })).approvalsNeeded).toBe(2);
  // The card that it goes to is none of the others.
  const fourth = await world.member(1_000);
  await world.request(fourth, 1);
  for (const address of addresses.slice(1, approvalAboveDestinations))
    await world.request(fourth, 1, { method: 'address', address, login: loginPassword });
  const { quote } = await quoteWithdrawal(world, fourth, { method: 'bank', amount: micro(1) });
  expect(quote?.approvalsNeeded).toBe(0);
  // Several to one address are one destination.
  const again = { method: 'address', address: known, login: loginPassword } as const;
  for (let count = 0; count <= approvalAboveDestinations; count++) await world.request(third, 1, again);
  expect((await world.request(third, 1)).approvalsNeeded).toBe(0);
});
