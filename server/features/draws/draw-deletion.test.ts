import { afterAll, beforeAll, expect, test } from 'vitest';
import { utcDay } from '#core/time/lengths.ts';
import { draw } from './draw.ts';
import { codeOf, type DrawsWorld, dayMs, openWorld } from './draws-world.fixture.ts';
import { listWinners } from './list-winners.ts';

let world: DrawsWorld;

beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const readyMember = (wins = false) => world.memberWithEntry(wins);

test('a draw that is under way when its member deletes the account draws nothing and pays nothing', async () => {
  const memberId = await readyMember(true);
  const ledger = {
    ...world.ledger,
    async submit(transfer: Parameters<typeof world.ledger.submit>[0]) {
      await world.pool.query('insert into member_deletion (member_id) values ($1) on conflict do nothing', [memberId]);
      return await world.ledger.submit(transfer);
    },
  };
  // By which the server answers that the session has ended.
  expect(await codeOf(draw({ ...world, ledger }, memberId, {}, null))).toBe('AO002');
  expect(await world.available(memberId)).toBe(0n);
  expect((await world.pool.query('select from draw where member_id = $1', [memberId])).rowCount).toBe(0);
});

test('who takes the name of a deleted account on the same day cannot draw again what it drew', async () => {
  const first = await readyMember(false);
  const username = await world.usernameOf(first);
  const { clientSeed } = await world.draw(first, {}, null);
  await world.pool.query('insert into member_deletion (member_id) values ($1)', [first]);
  // The public list of winners, which is computed with the names, does without that draw.
  expect(await listWinners(world)).toEqual([]);
  const second = await world.member();
  await world.owner.query('update member set username = $2 where id = $1', [second, username]);
  await world.seed(second, clientSeed);
  await world.act(second, 'donated');
  expect(await codeOf(world.draw(second, {}, null))).toBe('serverBusy');
  await world.seed(second, 'c'.repeat(32));
  expect(await codeOf(world.draw(second, {}, null))).toBe('done');
  // The next day's seed is another one, which nobody has drawn with.
  await world.moveTo((utcDay(world.clock.now()) + 1) * dayMs);
  await world.seed(second, clientSeed);
  await world.act(second, 'donated');
  expect(await codeOf(world.draw(second, {}, null))).toBe('done');
});
