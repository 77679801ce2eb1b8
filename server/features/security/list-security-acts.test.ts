import { expect, test } from 'vitest';
import { recordOperatorAct } from '#server/platform/operators/operator-acts.ts';
import { insertOperators } from '#server/platform/operators/operators.fixture.ts';
import { openForFile } from '#server/test/open-for-file.fixture.ts';
import { setProductTime } from '#server/test/product-time.fixture.ts';
import { openWorld } from '#server/test/security-world.fixture.ts';
import { listSecurityActs } from './list-security-acts.ts';

const world = await openForFile(openWorld);

test('acts are listed newest first, twenty to a page, the next one from an act of the member’s own', async () => {
  const [owner, other] = [await world.member(), await world.member()];
  const idOf = (place: number) => `act${String(place).padStart(2, '0')}`;
  const add = (member: bigint, id: string, at: number) =>
    world.database.pool.query(
      `insert into security_act (member_id, id, act, detail, at) values ($1, $2, 'accountFrozen', $2, $3)`,
      [member, id, new Date(at)],
    );
  for (let place = 0; place < 23; place += 1) await add(owner, idOf(place), place * 1_000);
  await add(other, 'theirs', 0);
  const list = (before?: string) => listSecurityActs(world.tables, owner, before === undefined ? {} : { before });
  const first = await list();
  expect(first.map(({ id }) => id)).toEqual(Array.from({ length: 20 }, (_, place) => idOf(22 - place)));
  expect(first[0]).toMatchObject({ act: 'accountFrozen', detail: idOf(22), at: 22_000, operator: null });
  expect((await list(first.at(-1)?.id)).map(({ id }) => id)).toEqual([idOf(2), idOf(1), idOf(0)]);
  expect(await list(idOf(0))).toEqual([]);
  expect(await listSecurityActs(world.tables, owner, { by: 'operators' })).toEqual([]);
  for (const unknown of ['theirs', 'nothing', '']) {
    await expect(list(unknown), unknown).rejects.toMatchObject({ code: 'securityActUnknown' });
  }
});

test('an operator’s act stands at its product time, like the other entries', async () => {
  const owner = await world.member();
  const productMs = Date.UTC(2031, 2, 1, 9);
  await insertOperators(world.database.owner, { sue: 'support' });
  await setProductTime(world.database.owner, productMs);
  const by = { operator: 'sue', role: 'support' } as const;
  const act = { by, act: 'memberFrozen', subject: 'member', memberId: owner, reason: 'by telephone' } as const;
  await world.tables.transaction().execute((transaction) => recordOperatorAct(transaction, act));
  expect(await listSecurityActs(world.tables, owner, {})).toMatchObject([{ act: 'operatorActed', at: productMs }]);
});
