import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { usdt } from '#core/money/amount.ts';
import { runPlan } from '#core/plans/engine.ts';
import { strategies } from '#core/plans/strategies/strategies.ts';
import { anyTerms, walk } from '#core/plans/walk.fixture.ts';
import { bundleOf } from './plan-vector.ts';
import { altered, run, scratch, vector, verify } from './programs.fixture.ts';
import { hasPython } from './python.fixture.ts';
import { vectors, vectorsFolder, vectorText } from './vectors.ts';

test('the worked examples are those of the code: node tools/verify/write-vectors.ts writes them', () => {
  const offered = readdirSync(vectorsFolder);
  expect(offered.filter((name) => name.endsWith('.json')).sort()).toEqual(Object.keys(vectors).sort());
  for (const [name, make] of Object.entries(vectors)) expect(vector(name), name).toBe(vectorText(make()));
});

const plans = Object.keys(vectors).filter((name) => name.startsWith('plan-'));

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
