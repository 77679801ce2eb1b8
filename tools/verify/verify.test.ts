import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bytesToHex } from '@noble/hashes/utils.js';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { type BalanceProof, getBalanceProof, type PublishedRoot } from '#contract/proofs.ts';
import { points, usdt } from '#core/money/amount.ts';
import { runPlan } from '#core/plans/engine.ts';
import { strategies } from '#core/plans/strategies/strategies.ts';
import { anyTerms, walk } from '#core/plans/walk.fixture.ts';
import { memberOf, treeOf } from '#core/proofs/balance-tree.fixture.ts';
import type { TreeVersion } from '#core/proofs/balance-tree.ts';
import { noPrevious, signRoot } from '#core/proofs/root-feed.ts';
import { bundleOf } from './plan-vectors.ts';
import { hasPython, runPython } from './python.fixture.ts';
import { vectors, vectorsFolder, vectorText } from './vectors.ts';

const folder = import.meta.dirname;
const scratch = mkdtempSync(join(tmpdir(), 'clearlot-verify-'));
afterAll(() => rmSync(scratch, { recursive: true }));

async function run(program: string, ...words: string[]) {
  const { status, stdout, stderr } = await runPython(join(folder, program), ...words);
  return { status, said: stdout + stderr };
}

function verify(program: string, content: unknown, ...words: string[]) {
  const path = join(scratch, 'given.json');
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return run(program, path, ...words);
}

test('the worked examples are those of the code: node tools/verify/write-vectors.ts writes them', () => {
  const offered = readdirSync(vectorsFolder);
  expect(offered.filter((name) => name.endsWith('.json')).sort()).toEqual(Object.keys(vectors).sort());
  for (const [name, make] of Object.entries(vectors)) expect(vector(name), name).toBe(vectorText(make()));
});

/** A JSON text with the value at a path replaced. */
function altered(content: string, path: readonly (string | number)[], value: unknown): string {
  const whole = JSON.parse(content);
  const holder = path.slice(0, -1).reduce((object, key) => object[key], whole);
  const last = path.at(-1) as string | number;
  expect(holder[last]).not.toEqual(value);
  holder[last] = value;
  return JSON.stringify(whole);
}

const plans = Object.keys(vectors).filter((name) => name.startsWith('plan-'));
const vector = (name: string) => readFileSync(new URL(name, vectorsFolder), 'utf8');

describe.skipIf(!hasPython)('the programs in Python that follow the rule page (needs python3)', () => {
  test.each(plans)('settle %s to the last bit', async (name) => {
    expect(await run('verify_plan.py', fileURLToPath(new URL(name, vectorsFolder)))).toMatchObject({ status: 0 });
  });

  test('settle 1,000 random plans to the last bit, of every length and leverage, on calm and wild markets with gaps', async () => {
    const anyPlan = fc
      .record({
        terms: anyTerms,
        seed: fc.integer(),
        swing: fc.constantFrom(0.0001, 0.001, 0.004, 0.02, 0.1),
        startPrice: fc.constantFrom(0.00002, 0.37, 2_500, 100_000),
        missing: fc.constantFrom(0, 0.1),
        amount: fc.bigInt({ min: 1n, max: 9_007_199_254_740_991n }),
      })
      .map(({ terms, amount, ...market }) => {
        const candles = walk({ ...market, candles: strategies[terms.strategy].lookback + terms.rounds });
        const outcome = runPlan(terms, candles);
        if (outcome.end === null) throw new Error('the candles of a plan are not enough for it');
        return { bundle: bundleOf('RANDOM', 'ETH', terms, usdt(amount), candles, outcome), outcome };
      });
    const sample = fc.sample(anyPlan, { numRuns: 1_000, seed: 10 });
    const ends = new Set(sample.map(({ outcome }) => outcome.end));
    expect(ends).toEqual(new Set(['completed', 'maximumProfit', 'maximumLoss']));
    expect(sample.filter(({ outcome }) => outcome.shortfall > 0).length).toBeGreaterThan(20);
    const bundles = sample.map(({ bundle }) => bundle);
    const { status, said } = await verify('verify_plan.py', bundles);
    expect(said).toContain('1000 of 1000 match');
    expect(status).toBe(0);
  });

  test('say by their own status what nobody can check by a proof, and do not count it among what matches', async () => {
    const whole = await run('verify_plan.py', fileURLToPath(new URL('unchecked.v1.json', vectorsFolder)));
    expect(whole.status).toBe(3);
    expect(whole.said).toContain('plan MARKET-GONE: not checked: there are no candles');
    expect(whole.said).toContain('plan ELSEWHERE: not checked: its days are not revealed');
    expect(whole.said).toContain('0 of 2 match to the last bit');
    const [gone, elsewhere] = JSON.parse(vector('unchecked.v1.json'));
    const honest = JSON.parse(vector('plan-trend-1.v1.json'));
    expect(await verify('verify_plan.py', [honest, gone])).toMatchObject({ status: 3 });
    expect(await verify('verify_plan.py', [gone, { ...honest, amount: '1.000000' }])).toMatchObject({ status: 1 });
    const later = await verify('verify_plan.py', honest);
    expect([later.status, later.said]).toEqual([
      0,
      expect.stringMatching(/not checked: its days are revealed from \d+/),
    ]);

    const plays = JSON.parse(vector('unchecked-status.v1.json'));
    const told = (status: unknown) => {
      const path = join(scratch, 'status.json');
      writeFileSync(path, JSON.stringify(status));
      return verify('verify_plan.py', [elsewhere], '--status', path);
    };
    expect(await told({ status: 200, info: '', url: plays })).toMatchObject({
      status: 1,
      said: expect.stringContaining('reveal.state: claimed elsewhere, but the market plays'),
    });
    for (const identity of [null, { exchange: 'x', instruments: {} }, { ...plays.identity, startsAt: 0 }]) {
      expect(await told({ ...plays, identity })).toMatchObject({ status: 3 });
    }
    expect((await told({})).status).toBe(2);
    expect((await told({ identity: [] })).status).toBe(2);
    expect((await run('verify_plan.py', '--status', 'x')).status).toBe(2);
  });

  const honest = vector('plan-trend-1.v1.json');
  const row = (place: number, column: number, factor: number) =>
    JSON.parse(honest).candles[place].map((value: number, at: number) => (at === column ? value * factor : value));

  test.each([
    [['terms', 'engine'], 2, 'terms.engine'],
    [['terms', 'strategy'], 'trend-2', 'terms.strategy'],
    [['terms', 'strategy'], 'reversion-1', 'lookback'],
    [['terms', 'interval'], '30m', 'candles[0]'],
    [['terms', 'rounds'], 13, 'claimed.end'],
    [['terms', 'leverage'], 4, 'claimed.results[0]'],
    [['terms', 'maximumProfit'], 0.001, 'claimed.results'],
    [['terms', 'maximumLoss'], 0.001, 'claimed.results'],
    [['terms', 'feeRate'], 0.0005, 'claimed.results[0]'],
    [['amount'], '123.556789', 'claimed.income'],
    [['amount'], '1e9', 'amount'],
    [['candles', 0], row(0, 5, 1.01), 'candlesHash'],
    [['candles', 3], row(3, 1, 0.0001), 'candles[3]'],
    [['candles', 50], row(50, 2, 1.0001), 'candlesHash'],
    [['candles', 20, 0], 1, 'candles[20]'],
    [['lookback'], 47, 'lookback'],
    [['candlesHash'], '0'.repeat(64), 'candlesHash'],
    [['claimed', 'income'], '0.246734', 'claimed.income'],
    [['claimed', 'income'], null, 'claimed.income'],
    [['claimed', 'shortfall'], '0.000001', 'claimed.shortfall'],
    [['claimed', 'end'], 'maximumLoss', 'claimed.end'],
    [['claimed', 'results', 4], 0.0020526462715733103, 'claimed.results[4]'],
    [['claimed', 'results'], [], 'claimed.results'],
    [['claimed'], [], 'claimed'],
    [['startsAt'], '2025-05-07T04:25:00.000Z', 'startsAt'],
    [['startsAt'], 1, 'startsAt'],
    [['coin'], 'BTC', 'market.coin'],
    [['market', 'coin'], 'BTC', 'marketHash'],
    [['market', 'interval'], '1h', 'market.interval'],
    [['market', 'market', 'recording'], 'f'.repeat(64), 'marketHash'],
    [['market', 'market', 'commitment'], 'f'.repeat(64), 'marketHash'],
    [['market', 'market', 'day'], 21, 'market.market.day'],
    [['market', 'market', 'source'], 'exchange', 'market.market.recording'],
    [['market', 'market', 'place'], 1, 'market.market.place'],
    [['market', 'lookback', 'rows'], 46, 'market.lookback.rows'],
    [['market', 'lookback', 'through'], 1746590700000, 'market.lookback.rows'],
    [['market', 'lookback', 'through'], 0, 'market.lookback.through'],
    [['market', 'lookback', 'hash'], '0'.repeat(64), 'market.lookback.hash'],
    [['marketHash'], '0'.repeat(64), 'marketHash'],
    [['source'], 'a recording', 'source'],
    [['terms', 'bonus'], 1, 'terms.bonus'],
    [['worked', 'shortfall'], 1, 'worked.shortfall'],
  ] as const)('name the field of a proof in which %j was altered to %j', async (path, value, field) => {
    const { status, said } = await verify('verify_plan.py', altered(honest, path, value));
    expect(said).toContain(`: ${field}`);
    expect(status).toBe(1);
  });

  test.each([
    ['NaN', honest.replace('"leverage": 3', '"leverage": NaN')],
    ['twice', honest.replace('"leverage": 3', '"leverage": 3, "leverage": 4')],
    ['cannot be read', honest.slice(0, -20)],
    ['more than', `${honest}${' '.repeat(20_000_000)}`],
    ['cannot be read', '['.repeat(200_000)],
  ])('refuse a file with the message “%s”', async (message, content) => {
    const { status, said } = await verify('verify_plan.py', content);
    expect(said).toContain(message);
    expect(said).not.toContain('Traceback');
    expect(status).toBe(2);
  });

  test('recompute the worked tree, and find a leaf, a node and an order that were altered', async () => {
    expect(await verify('verify_tree.py', vector('balance-tree.v1.json'))).toMatchObject({ status: 0 });
    expect(await verify('verify_tree.py', vector('balance-tree.v2.json'))).toMatchObject({ status: 0 });
    const tree = vector('balance-tree.v3.json');
    expect(await verify('verify_tree.py', tree)).toMatchObject({ status: 0 });
    for (const [path, value] of [
      [['members', 0, 'balance'], '5'],
      [['members', 3, 'parts', 0, 'amount'], '5'],
      [['members', 0, 'points', 'promotion'], '715'],
      [['members', 4, 'parts', 1, 'points', 'assistance'], '5'],
      [['halves', 0, 1, 0, 'points', 'promotion'], '5'],
      [['points', 'assistance'], '5'],
      [['halves', 1, 1, 0, 'sum'], '5'],
      [['paths', 2, 'parts', 0, 'neighbours', 1, 'sum'], '5'],
      [['paths', 2, 'parts', 1, 'position'], 4],
      [['statements', 0, 'digest'], '5'.repeat(64)],
      [['statements', 1, 'text'], JSON.parse(tree).statements[0].text],
    ] as const) {
      expect(await verify('verify_tree.py', altered(tree, path, value)), path.join('.')).toMatchObject({ status: 1 });
    }
  });

  test('find a member in a tree of any size by the answer that the member gets, and every lie in it', async () => {
    for (const size of [1, 3, 64, 100]) {
      expect(await verify('verify_tree.py', balanceAnswer(size, 1), 'Member1'), `${size} of version 1`).toMatchObject({
        status: 0,
      });
      expect(await verify('verify_tree.py', balanceAnswer(size), 'Member1'), `${size} members`).toMatchObject({
        status: 0,
      });
    }
    expect(await verify('verify_tree.py', vector('balance-proof.v3.json'), 'Member0001')).toMatchObject({ status: 0 });
    expect(await verify('verify_tree.py', vector('balance-proof.v3.json'), 'member0003')).toMatchObject({ status: 1 });
    const answer = balanceAnswer(13);
    expect(await verify('verify_tree.py', answer, 'Member2')).toMatchObject({ status: 1 });
    for (const [path, value, field] of [
      [['url', 'balance'], '999.000000', 'parts'],
      [['url', 'parts', 1, 'amount'], '999.000000', 'root'],
      [['url', 'published', 'total'], '1.000000', 'total'],
      [['url', 'published', 'members'], 200, 'parts[0].siblings'],
      [['url', 'published', 'members'], 16, 'digest'],
      [['url', 'published', 'at'], '2026-01-01T00:00:00.001Z', 'digest'],
      [['url', 'published', 'previous'], '1'.repeat(64), 'digest'],
      [['url', 'published', 'house', 0, 'balance'], '0.000000', 'house'],
      [['url', 'points', 'assistance'], 4, 'parts'],
      [['url', 'parts', 0, 'points', 'promotion'], 999, 'root'],
      [['url', 'published', 'points', 'promotion'], 1, 'total'],
      [['url', 'published', 'points', 'house', 0, 'balance'], 0, 'points'],
    ] as const) {
      const { status, said } = await verify('verify_tree.py', altered(JSON.stringify(answer), path, value), 'Member1');
      expect(said).toContain(`${field}: claimed`);
      expect(status).toBe(1);
    }
  });

  test('play the worked minutes of every day, and find a price off by one tick, another key, order or factor', async () => {
    const replay = vector('replay.v1.json');
    expect(await verify('verify_replay.py', replay)).toMatchObject({ status: 0 });
    const path = ['plays', 1, 'minutes', 2, 'path', 30];
    expect(await verify('verify_replay.py', altered(replay, path, 0.1234))).toMatchObject({ status: 1 });
    const lies: [(string | number)[], unknown][] = [
      [['key'], 'ab'.repeat(32)],
      [['commitment'], 'ab'.repeat(32)],
      [['day'], 39],
      [['plays', 2, 'origin'], 3],
      [['plays', 3, 'factor'], 1.5],
      [['plays', 1, 'isBreak'], 'perhaps'],
      [['dayPrices', 19, 1], 2.5],
    ];
    for (const [field, lie] of lies) {
      expect(await verify('verify_replay.py', altered(replay, field, lie)), field.join('.')).toMatchObject({
        status: 1,
      });
    }
  });
});

/** The response of GET /api/proofs/balance to member 1 of so many. */
function balanceAnswer(size: number, version: TreeVersion = 2): object {
  const members = Array.from({ length: size }, (_, place) =>
    memberOf(
      `Member${place + 1}`,
      usdt(BigInt(place) * 1_234_567n + 7n),
      version === 1 ? undefined : { assistance: points(BigInt(place) + 3n), promotion: points(BigInt(place) * 716n) },
    ),
  );
  const { root, own } = treeOf(members);
  const { balance, points: owned, parts } = own('Member1');
  const sums = root.node.points;
  const house = sums && [{ account: 'sponsorPoints', balance: points(-sums.assistance - sums.promotion) }];
  const published = signRoot(
    {
      number: 1,
      at: Date.UTC(2026, 0, 1),
      members: size,
      root: bytesToHex(root.node.hash),
      total: root.node.sum,
      house: [{ account: 'rail', balance: usdt(-root.node.sum) }],
      ...(house && { points: { ...sums, house } }),
      previous: noPrevious,
    },
    new Uint8Array(32).fill(1),
  );
  const copied = parts.map(({ path, ...part }) => {
    return { ...part, path: { position: path.position, siblings: [...path.siblings] } };
  });
  return {
    status: true,
    url: z.encode(getBalanceProof.output, {
      published: published as PublishedRoot,
      balance,
      points: owned,
      parts: copied as unknown as BalanceProof['parts'],
    }),
  };
}
