import { setTimeout as wait } from 'node:timers/promises';
import { Kysely, PostgresDialect } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { envelope } from '#contract/envelope.ts';
import { verifyLog } from '#server/platform/operators/act-log.ts';
import { insertOperators } from '#server/platform/operators/operators.fixture.ts';
import { hashToken, newToken } from '#server/platform/secret-token.ts';
import { code, type KillableApp, openKillableApp, quietPort, until } from './killed-app.fixture.ts';
import { faultsIn } from './ledger-faults.fixture.ts';
import { Phone } from './phone.fixture.ts';

let app: KillableApp;
/** Session tokens of two operators. */
const tokens = { anna: newToken(), bert: newToken() };

beforeAll(async () => {
  app = await openKillableApp(await quietPort(), 1);
  await app.start();
  const setUp = await app.connect();
  await insertOperators(setUp, { anna: 'owner', bert: 'owner' });
  for (const [name, token] of Object.entries(tokens)) {
    await setUp.query(
      `insert into operator_session (token_hash, operator, created_at, last_seen_at, expires_at, user_agent, address)
       values ($1, $2, now(), now(), now() + interval '1 hour', '', '')`,
      [hashToken(token), name],
    );
  }
  await setUp.end();
});

afterAll(() => app?.close());

async function call(
  by: keyof typeof tokens,
  method: 'GET' | 'POST',
  path: string,
  fields: Readonly<Record<string, string>>,
) {
  const form = new URLSearchParams(fields);
  const response = await fetch(`${app.address}/api/operator${path}${method === 'GET' ? `?${form}` : ''}`, {
    method,
    ...(method === 'POST' && { body: form }),
    headers: { 'x-clearlot': '1', cookie: `clearlot_operator=${tokens[by]}` },
  });
  const { url, info, code: refusal } = envelope.parse(await response.json());
  return { status: response.status, refusal, url, info };
}

/** An act that is ready to be done by one call. */
interface ReadyAct {
  /** What the act is done to, for `traces`. */
  readonly subject: string;
  send(): ReturnType<typeof call>;
}

interface ActOfOperator {
  readonly name: string;
  /** Counts of everything that the act writes, by one statement: what is done, and the rows of the log. `$1` is the subject. */
  readonly traces: string;
  /** How a repetition is refused where the act was done. */
  readonly again: string | undefined;
  prepare(name: string): Promise<ReadyAct>;
}

const found = z.array(z.object({ number: z.string() }));
const proposed = z.object({ id: z.string() });
const waiting = z.array(z.object({ id: z.string(), hash: z.string() }));
const reason = 'for a test';

const freezing: ActOfOperator = {
  name: 'freeze',
  traces: `select array[
      (select count(*) from account_freeze where member_id = m.id),
      (select count(*) from operator_act where act = 'memberFrozen' and member_id = m.id),
      (select count(*) from security_act where act = 'operatorActed' and member_id = m.id)
    ]::int[] as counts from member as m where m.username = $1`,
  again: undefined,
  async prepare(name) {
    await new Phone(app.address).register(name, code);
    const [member] = found.parse((await call('bert', 'GET', '/members/search', { search: name })).info);
    const fields = { member: member?.number ?? '', reason };
    return { subject: name, send: () => call('bert', 'POST', '/members/freeze', fields) };
  },
};

const secondApproval: ActOfOperator = {
  name: 'second approval of a funding',
  traces: `select array[
      (select count(*) from ledger.transfers where reference = $1),
      (select count(*) from funding where request_id = $1),
      (select count(*) from approval_decision where reference = '0.' || $1 and operator = 'bert'),
      (select count(*) from operator_act where act = 'fundingApproved' and operator = 'bert' and subject like '%' || $1)
    ]::int[] as counts`,
  again: 'approvalOwn',
  async prepare() {
    const funds = { account: 'yield', amount: '10', reason };
    const { id } = proposed.parse((await call('anna', 'POST', '/books/fundings/propose', funds)).url);
    const shown = waiting.parse((await call('bert', 'GET', '/approvals', {})).url).find((one) => one.id === `0.${id}`);
    const fields = { kind: 'funding', id: `0.${id}`, hash: shown?.hash ?? '', decision: 'approved', reason };
    return { subject: id, send: () => call('bert', 'POST', '/approvals/decide', fields) };
  },
};

const cases = [
  { act: freezing, victim: 'killApp', at: 'before' },
  { act: freezing, victim: 'killDatabase', at: 'before' },
  { act: secondApproval, victim: 'killApp', at: 'before' },
  { act: secondApproval, victim: 'killDatabase', at: 'before' },
  { act: secondApproval, victim: 'killApp', at: 'while' },
] as const;

const waitsForTheLog = `select count(*)::int as count from pg_locks where not granted and relation = 'operator_act'::regclass`;

test('an app or a database that is killed between an operator’s act and its row of the log leaves both or neither', async () => {
  for (const [place, { act, victim, at }] of cases.entries()) {
    const title = `${act.name}, ${victim} ${at} the row is written`;
    const { subject, send } = await act.prepare(`killed0${place}`);
    const traces = async (): Promise<readonly number[]> => {
      const { rows } = await app.look((pool) => pool.query<{ counts: number[] }>(act.traces, [subject]));
      return rows[0]?.counts ?? [];
    };
    const none = (await traces()).map(() => 0);
    const all = none.map(() => 1);
    expect(none.length, title).toBeGreaterThan(2);
    expect(await traces(), title).toEqual(none);

    const holding = await app.connect();
    await holding.query('begin; lock table operator_act in share mode');
    const sent = send().catch(() => null);
    await until(`${title}: it never came to the log`, async () => {
      const { rows } = await holding.query<{ count: number }>(waitsForTheLog);
      return (rows[0]?.count ?? 0) > 0;
    });
    expect(await traces(), title).toEqual(none);
    if (at === 'while') await holding.query('rollback');
    const killed = app[victim]();
    // What the app has sent is still done where its process is dead: the lock is released after that.
    await wait(100);
    await holding.end().catch(() => undefined);
    await killed;
    await sent;
    expect([none, all], title).toContainEqual(await traces());

    if (victim === 'killApp') await app.start();
    await until(`${title}: it cannot be repeated`, async () => {
      const response = await send().catch(() => null);
      if (response === null || response.status >= 500) return false;
      if (response.status !== 200) expect(response.refusal, title).toBe(act.again);
      return true;
    });
    expect(await traces(), title).toEqual(all);
  }
  expect(await app.look(faultsIn)).toEqual([]);
  await until('acts were left without a place in the chain', async () => {
    const { rows } = await app.look((pool) =>
      pool.query<{ left: number }>(
        'select (select count(*) from operator_act)::int - (select count(*) from operator_act_chain)::int as left',
      ),
    );
    return rows[0]?.left === 0;
  });
  const { faults } = await app.look((pool) =>
    verifyLog(new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })),
  );
  expect(faults).toEqual([]);
});
