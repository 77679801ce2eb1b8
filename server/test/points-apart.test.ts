import { afterAll, beforeAll, expect, test } from 'vitest';
import { operations } from '#contract/api.ts';
import { houseAccount, memberAccount, memberAccounts, usdtAccounts } from '#core/ledger/accounts.ts';
import { points } from '#core/money/amount.ts';
import { openLedger } from '#server/ledger/ledger.ts';
import { allowMadeUpPoints } from '#server/test/made-up-points.fixture.ts';
import { type MoneyWorld, openMoneyWorld } from './money-world.fixture.ts';
import type { Phone } from './phone.fixture.ts';

let world: MoneyWorld;
let member: Phone;

beforeAll(async () => {
  // The product clock stands nearly still, so that an answer changes by what is booked alone.
  world = await openMoneyWorld({ clockSpeed: 1 });
  await allowMadeUpPoints(world.database);
  member = await world.fundedMember('points17');
});
afterAll(() => world.close());

/** Reads of a member that need no input: what screens show of points and of USDT. */
const reads = operations.filter(
  ({ operation: { access, effect, method, path, input } }) =>
    access === 'member' &&
    effect === 'read' &&
    method === 'GET' &&
    !path.includes('{') &&
    (input as { safeParse(value: object): { success: boolean } }).safeParse({}).success,
);

/** Fields that may say how many points a member has or gave, by the address they are at. */
const ofPoints: Readonly<Record<string, RegExp>> = {
  '/api/purse': /^info\.\d\.balance$/,
  '/user/accountRecords': /^info\.\d+\.(amount|balance)$/,
  '/wallet/records/csv': /^url\.csv$/,
  '/wallet/movements': /^info\.\d+\.changes\.\d\.(amount|balance)$/,
  // `signin_num` is the specification's name for the assistance points.
  '/user/center': /^url\.user\.signin_num$/,
  '/tasks/list': /^url\.promotion$/,
};

/** Numbers that stand nowhere by chance. */
const given = { assistance: 7_390_511n, promotion: 4_286_173n };
const forms = Object.values(given).flatMap((count) => {
  const digits = String(count);
  return [digits, `${digits.slice(0, 1)}.${digits.slice(1)}`];
});

function fieldsWith(value: unknown, wanted: (text: string) => boolean, path = ''): string[] {
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([name, one]) => fieldsWith(one, wanted, path ? `${path}.${name}` : name));
  }
  return wanted(String(value)) ? [path] : [];
}

/** Every amount in USDT of an answer: six decimals. */
const usdtFields = (answer: unknown): string[] => {
  const found: string[] = [];
  fieldsWith(answer, (text) => {
    if (/^-?\d+\.\d{6}$/.test(text)) found.push(text);
    return false;
  });
  return found.toSorted();
};

async function readAll(): Promise<Map<string, { readonly url: unknown; readonly info: unknown }>> {
  const answers = new Map<string, { readonly url: unknown; readonly info: unknown }>();
  for (const { operation } of reads) {
    const { url, info } = await member.get(operation.path);
    answers.set(operation.path, { url, info });
  }
  return answers;
}

async function givePoints(): Promise<void> {
  const { rows } = await world.database.pool.query<{ id: bigint }>(`select id from member where username = 'points17'`);
  const id = rows[0]?.id ?? 0n;
  const from = houseAccount('sponsorPoints', id);
  const ledger = openLedger({ pool: world.database.pool, clock: { now: () => Date.UTC(2026, 0, 14, 1) } });
  const outcome = await ledger.submit({
    ...{ key: 'points', inputHash: '0'.repeat(64), kind: 'checkedIn', reference: 'test' },
    postings: [
      { from, to: memberAccount(id, 'assistance'), amount: points(given.assistance) },
      { from, to: memberAccount(id, 'promotion'), amount: points(given.promotion) },
    ],
  });
  await ledger.close();
  expect(outcome.status).toBe('committed');
}

test('points that a member gets change no amount in USDT on any screen, and stand in fields of points alone', async () => {
  expect(reads.length).toBeGreaterThan(20);
  const before = await readAll();
  await givePoints();
  const after = await readAll();
  const astray: string[] = [];
  let seen = 0;
  for (const [path, answer] of after) {
    const inPoints = fieldsWith(answer, (text) => forms.some((form) => text.includes(form)));
    seen += inPoints.length;
    for (const field of inPoints) if (!ofPoints[path]?.test(field)) astray.push(`${path} ${field}`);
    expect(usdtFields(answer), path).toEqual(usdtFields(before.get(path)));
  }
  expect(astray).toEqual([]);
  expect(seen).toBeGreaterThan(6);
});

test('the statement of points and that of USDT have no line of each other', async () => {
  for (const [asset, other] of [
    ['USDT', 'PTS'],
    ['PTS', 'USDT'],
  ] as const) {
    for (const path of ['/user/accountRecords', '/wallet/movements', '/wallet/records/csv', '/wallet/movements/sum']) {
      const { url, info } = await member.get(path, { asset });
      const text = JSON.stringify({ url, info });
      expect(text, path).toContain(asset);
      expect(text, path).not.toContain(other);
    }
  }
});

test('no account of points is in a sum of USDT', () => {
  const inUsdt = [...usdtAccounts().available, ...usdtAccounts().locked];
  for (const [name, { asset }] of Object.entries(memberAccounts))
    expect(inUsdt.includes(name), name).toBe(asset === 'USDT');
});
