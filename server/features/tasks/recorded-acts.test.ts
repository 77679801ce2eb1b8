import { afterAll, beforeAll, expect, test } from 'vitest';
import { usdt } from '#core/money/amount.ts';
import type { RoundOutcome } from '#core/plans/terms.ts';
import { planResultHash, roundResultHash } from '#core/rewards/result-hash.ts';
import { createTestDatabase, type TestDatabase } from '#server/platform/database/test-database.ts';
import { createTestClock } from '#server/platform/test-clock.ts';
import { allowMadeUpResults } from '#server/test/made-up-points.fixture.ts';
import { insertMember } from '#server/test/member-row.fixture.ts';
import { beginReading } from './begin-reading.ts';
import { finishReading } from './finish-reading.ts';
import { reportVerification } from './report-verification.ts';

let database: TestDatabase;
let member: bigint;
const clock = createTestClock(Date.UTC(2026, 0, 1));
let wall = Date.UTC(2026, 5, 1);
const key = Buffer.alloc(32, 7);

const plan = {
  plan: 'PLAN1',
  candlesHash: 'ab'.repeat(32),
  leverage: 3,
  end: 'completed',
  income: usdt(-12n),
  rounds: [0.1, -0.2, 1e-7].map((result, place) => roundOf(result, place)),
} as const;
const round = {
  round: 5,
  digest: 'cd'.repeat(32),
  seed: '12'.repeat(32),
  hmac: 'ef'.repeat(32),
  digits: [1, 2, 3],
} as const;

/** A round of a plan whose candle is not like the one before. */
function roundOf(result: number, place: number, low = 90): RoundOutcome {
  const candle = { openTime: place, open: 100 + place, high: 110, low, close: 101, volume: 1 };
  return { candle, direction: 1, fee: 0.001, result, running: result };
}

beforeAll(async () => {
  database = await createTestDatabase();
  await allowMadeUpResults(database);
  member = await insertMember(database);
});
afterAll(() => database.drop());

const results = {
  ofPlan: async (owner: bigint, id: string) => (owner === member && id === plan.plan ? planResultHash(plan) : null),
  ofRound: async (number: number) => (number === round.round ? roundResultHash(round) : null),
};

/** Whether it was new, or the code of the refusal. */
const report = (input: Parameters<typeof reportVerification>[2], memberId = member) =>
  reportVerification({ pool: database.pool, clock, results }, memberId, input).then(
    ({ isNew }) => isNew,
    (error: { code?: string }) => error.code ?? String(error),
  );

const reading = {
  get pool() {
    return database.pool;
  },
  clock: { now: () => clock.now(), wallNow: () => wall },
  key,
  helpLength: (id: string) => (id === 'short' ? 10 : id === 'long' ? 100_000 : null),
};
const begin = (id: string, memberId = member) => beginReading(reading, memberId, id, 'en');
const finish = (text: string, memberId = member) =>
  finishReading(reading, memberId, text).then(
    ({ isNew }) => isNew,
    (error: { code?: string }) => error.code ?? String(error),
  );

async function subjects(): Promise<string[]> {
  const { rows } = await database.pool.query<{ subject: string }>(
    'select subject from member_act where member_id = $1 order by subject',
    [member],
  );
  return rows.map(({ subject }) => subject);
}

test('a verification counts once, with the result that the server has, and for an own plan or any round', async () => {
  const computed = planResultHash(plan);
  const taps = await Promise.all(Array.from({ length: 100 }, () => report({ plan: 'PLAN1', computed })));
  expect(taps.filter((isNew) => isNew === true)).toHaveLength(1);
  expect(taps.filter((isNew) => isNew === false)).toHaveLength(99);
  expect(await report({ plan: 'PLAN1', computed: planResultHash({ ...plan, income: usdt(-13n) }) })).toBe(
    'resultDiffers',
  );
  expect(await report({ plan: 'PLAN2', computed })).toBe('resultUnknown');
  expect(await report({ plan: 'PLAN1', computed }, await insertMember(database))).toBe('resultUnknown');
  expect(await report({ computed })).toBe('resultUnknown');
  expect(await report({ plan: 'PLAN1', round: 5, computed })).toBe('resultUnknown');
  expect(await report({ round: 5, computed })).toBe('resultDiffers');
  expect(await report({ round: 6, computed: roundResultHash(round) })).toBe('resultUnknown');
  expect(await report({ round: 5, computed: roundResultHash(round) })).toBe(true);
  expect(await subjects()).toEqual(['plan.PLAN1', 'round.5']);
  const { rows } = await database.pool.query('select distinct acted_at as at from member_act where member_id = $1', [
    member,
  ]);
  expect(rows, 'product time').toEqual([{ at: new Date(clock.now()) }]);
});

test('the fingerprint of a result differs with each of its values', () => {
  const changes = [
    { plan: 'PLAN2' },
    { candlesHash: 'ac'.repeat(32) },
    { end: 'maximumLoss' as const },
    { income: usdt(12n) },
    { rounds: [...plan.rounds.slice(0, 2), roundOf(1.0000000000000002e-7, 2)] },
    { rounds: plan.rounds.slice(0, 2) },
    // What the proof does not say: the way there.
    { leverage: 4 },
    { rounds: [...plan.rounds.slice(0, 2), roundOf(1e-7, 2, 89)] },
  ];
  const hashes = changes.map((change) => planResultHash({ ...plan, ...change }));
  const digits: readonly [number, number, number] = [1, 2, 4];
  const rounds = [{ round: 6 }, { digest: '00' }, { hmac: '00' }, { digits }, { seed: '13'.repeat(32) }].map((change) =>
    roundResultHash({ ...round, ...change }),
  );
  expect(new Set([...hashes, ...rounds, planResultHash(plan), roundResultHash(round)]).size).toBe(15);
});

test('a help text counts once a day, after it was open for its time, for the member who opened it', async () => {
  const [short, long] = [await begin('short'), await begin('long')];
  expect([short.seconds, long.seconds]).toEqual([8, 30]);
  await expect(begin('elsewhere')).rejects.toMatchObject({ code: 'helpUnknown' });
  wall += 7_999;
  await expect(finishReading(reading, member, short.reading)).rejects.toMatchObject({
    code: 'readingTooShort',
    values: { seconds: 1 },
  });
  wall += 1;
  expect(await finish(short.reading, await insertMember(database))).toBe('readingUnknown');
  for (const forged of [
    short.reading.replace('.8.', '.1.'),
    short.reading.replace('short', 'other'),
    short.reading.replace('2026-01-01', '2026-01-02'),
    `${short.reading}0`,
    short.reading.slice(0, -1),
    long.reading.replace('long', 'short'),
    'short.0.8.',
    'x',
  ]) {
    expect(await finish(forged)).toBe('readingUnknown');
  }
  expect([await finish(short.reading), await finish(short.reading), await finish(long.reading)]).toEqual([
    true,
    false,
    'readingTooShort',
  ]);
  wall += 3_600_000;
  expect(await finish(short.reading)).toBe('readingUnknown');
  clock.advance(86_400_000);
  const again = await begin('short');
  wall += 8_000;
  expect(await finish(again.reading)).toBe(true);
  expect((await subjects()).filter((subject) => subject.startsWith('short'))).toEqual([
    'short.2026-01-01',
    'short.2026-01-02',
  ]);
});

test('a text that is opened before midnight counts once, whenever it is said to be read', async () => {
  const reader = await insertMember(database, 'Asia/Tokyo');
  clock.advance(Date.UTC(2026, 2, 1, 14, 59) - clock.now());
  const opened = await begin('short', reader);
  wall += 8_000;
  clock.advance(8_000);
  expect(await finish(opened.reading, reader)).toBe(true);
  clock.advance(60_000);
  expect(await finish(opened.reading, reader)).toBe(false);
  // Opened again on the member's next day, which is the same one in UTC, it counts again.
  const again = await begin('short', reader);
  wall += 8_000;
  expect(await finish(again.reading, reader)).toBe(true);
});
