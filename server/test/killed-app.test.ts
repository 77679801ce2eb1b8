import { afterAll, beforeAll, expect, test } from 'vitest';
import { memberAccount } from '#core/ledger/accounts.ts';
import { usdt } from '#core/money/amount.ts';
import { openLedger } from '#server/ledger/ledger.ts';
import { quietPort } from './killed-app.fixture.ts';
import { describeRun, type KillRun, killOverAndOver, kindsOfLives } from './killed-run.fixture.ts';
import { brokenPromises, faultsIn } from './ledger-faults.fixture.ts';

/** A short run; `node bench/kills.ts` goes on for hundreds. */
const kills = 4;

let run: KillRun;

beforeAll(async () => {
  run = await killOverAndOver(kills, await quietPort(), () => undefined);
});

afterAll(() => run?.app.close());

test('an app and a database killed amid deposits, withdrawals, subscriptions, maturities and settlements lose and double nothing', () => {
  expect(run.faults).toEqual([]);
  expect(run.kills).toEqual({ app: 3, database: 1 });
  expect([...run.transfers.keys()]).toEqual(expect.arrayContaining([...kindsOfLives]));
  expect(run.underWay.size).toBeGreaterThan(0);
  process.stderr.write(`${describeRun(run).join('\n')}\n`);
});

test('the same check finds what is lost, doubled or locked for nothing', async () => {
  const { app, promised } = run;
  const [one] = promised;
  const broken = (told: typeof promised) => app.look((pool) => brokenPromises(pool, told));
  expect(await broken([...promised, { kind: 'plan', id: '0000000000000000' }])).toEqual([
    'plan 0000000000000000 is lost',
  ]);
  expect(await broken(promised.slice(1))).toEqual([`${one?.kind} ${one?.id} was promised to nobody`]);
  expect(await broken([...promised, ...promised.slice(0, 1)])).toEqual([`1 times a ${one?.kind} was promised twice`]);

  const again = await app.look(async (pool) => {
    const { rows } = await pool.query<{ member_id: bigint; id: string }>('select member_id, id from deposit limit 1');
    const [deposit] = rows;
    if (!deposit) throw new Error('nobody ever deposited');
    const { member_id, id } = deposit;
    const ledger = openLedger({ pool, clock: { now: () => Date.now() } });
    const postings = [
      { from: memberAccount(member_id, 'available'), to: memberAccount(member_id, 'plans'), amount: usdt(1n) },
    ];
    await ledger.submit({ key: 'again', inputHash: 'a'.repeat(64), kind: 'depositConfirmed', reference: id, postings });
    await ledger.close();
    return deposit;
  });
  expect(await app.look(faultsIn)).toEqual([
    `deposit ${again.id} has {depositConfirmed,depositConfirmed}, not {depositConfirmed}`,
    `plans of member ${again.member_id} holds 1, open items lock 0`,
  ]);
});
