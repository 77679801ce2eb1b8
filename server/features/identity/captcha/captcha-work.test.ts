import { expect, test } from 'vitest';
import { solveWork } from '#server/test/captcha-work.fixture.ts';
import {
  countOf,
  createBrowser,
  fixedAnswer,
  type IdentityNode,
  newAddress,
  newBrowser,
  openTestIdentity,
  registrationOf,
  trySignIn,
} from '#server/test/identity.fixture.ts';
import { openForFile } from '#server/test/open-for-file.fixture.ts';
import { outcomeOf } from '../factors/second-factor.fixture.ts';
import { getCaptcha } from '../get-captcha.ts';
import { proveWork } from '../prove-work.ts';
import { register } from '../register.ts';
import {
  countUse,
  networkLoad,
  readLoad,
  registrationsOfDayMax,
  takeRegistration,
  untilNextDay,
  workFactor,
} from './captcha-load.ts';
import { drawWork, isSolved, memberWork, testWork } from './captcha-work.ts';

const accounts = await openForFile(openTestIdentity);
const { node } = accounts;
const other = await accounts.addNode();

const minuteMs = 60_000;
const quiet = testWork.attempts;
const attemptsFor = async (address: string, on = node): Promise<number> =>
  (await getCaptcha(on, createBrowser(address))).work.attempts;

test('a script that reads the code and does no work opens no account, and its captcha is spent', async () => {
  const script = newBrowser();
  const { work } = await getCaptcha(node, script);
  expect(await outcomeOf(register(node, registrationOf('Scripted1'), script))).toBe('captchaWrong');
  expect(await outcomeOf(proveWork(node, await solveWork(work), script))).toBe('captchaWrong');
  expect(await countOf(accounts.database, 'member')).toBe(0);
});

test('nor does it get past the captcha of a sign-in', async () => {
  for (let tries = 0; tries < 3; tries += 1)
    await trySignIn(node, 'Unknown99', 'wrong999', createBrowser('203.0.113.99'));
  const script = createBrowser('203.0.113.99');
  await getCaptcha(node, script);
  expect(await trySignIn(node, 'Unknown99', 'wrong999', script, fixedAnswer)).toBe('captchaWrong');
});

test('with the work done on one node the code counts on the other, once', async () => {
  const browser = newBrowser();
  const { work } = await getCaptcha(node, browser);
  const solution = await solveWork(work);
  await proveWork(other, solution, browser);
  await proveWork(node, solution, browser);
  expect(await outcomeOf(register(other, registrationOf('Worker01'), browser))).toEqual({ username: 'Worker01' });
  expect(await outcomeOf(proveWork(node, solution, browser))).toBe('captchaWrong');
  expect(await outcomeOf(register(node, registrationOf('Worker02'), browser))).toBe('captchaWrong');
});

test('a solution of another captcha, of another browser, altered or expired is refused', async () => {
  const [browser, thief] = [newBrowser(), newBrowser()];
  const { work: before } = await getCaptcha(node, browser);
  const replayed = await solveWork(before);
  const { work } = await getCaptcha(node, browser);
  const solution = await solveWork(work);
  await getCaptcha(node, thief);
  expect(await outcomeOf(proveWork(node, replayed, browser))).toBe('captchaWrong');
  expect(await outcomeOf(proveWork(node, solution, thief))).toBe('captchaWrong');
  expect(await outcomeOf(proveWork(node, solution, newBrowser()))).toBe('captchaWrong');
  const altered = { ...solution, key: solution.key.replace(/.$/, (digit) => (digit === '0' ? '1' : '0')) };
  expect(await outcomeOf(proveWork(node, altered, browser))).toBe('captchaWrong');
  // Only the browser's captcha of the moment is proven by its own solution.
  expect(await outcomeOf(proveWork(node, solution, browser))).toEqual({});

  const late = newBrowser();
  const { work: lateWork } = await getCaptcha(node, late);
  accounts.passTime(5 * minuteMs);
  expect(await outcomeOf(proveWork(node, await solveWork(lateWork), late))).toBe('captchaWrong');
});

test('a key that only begins as it should, or that an easier challenge would take, is too little', async () => {
  const secret = 'one';
  const { stored, work } = await drawWork(testWork, 1, secret);
  const { counter, key } = await solveWork(work);
  expect(await isSolved(stored, { counter, key }, secret)).toBe(true);
  const prefix = work.keyPrefix;
  expect(prefix.length).toBe(32);
  expect(await isSolved(stored, { counter, key: prefix.padEnd(64, '0') }, secret)).toBe(false);
  const easier = JSON.parse(stored) as { parameters: { cost: number; keyPrefix: string }; signature: string };
  const easy = JSON.stringify({ ...easier, parameters: { ...easier.parameters, cost: 1, keyPrefix: '0' } });
  expect(await isSolved(easy, { counter, key }, secret)).toBe(false);
  expect(await isSolved(stored, { counter, key }, 'the secret of another installation')).toBe(false);
});

test('the number to be found lies anywhere among the attempts, and every attempt costs the same', async () => {
  const counters = await Promise.all(
    Array.from({ length: 200 }, async () => {
      const { work } = await drawWork({ cost: 1, attempts: 4 }, 2, 'secret');
      expect(work).toMatchObject({ cost: 1, attempts: 8 });
      return (await solveWork(work)).counter;
    }),
  );
  expect(new Set(counters)).toEqual(new Set([0, 1, 2, 3, 4, 5, 6, 7]));
  expect(memberWork.attempts * memberWork.cost).toBeGreaterThanOrEqual(1_000_000);
});

test('the work grows with what everyone does and with what the own network does, within bounds', () => {
  expect(workFactor({ everyone: 0, network: 0 })).toBe(1);
  expect(workFactor({ everyone: 60, network: 10 })).toBe(1);
  expect(workFactor({ everyone: 120, network: 0 })).toBe(2);
  expect(workFactor({ everyone: 1e9, network: 0 })).toBe(8);
  expect(workFactor({ everyone: 120, network: 70 })).toBe(7);
  expect(workFactor({ everyone: 1e9, network: 1e9 })).toBe(32);
});

test('registrations and failures on any node make the work of that network harder on every node, and it falls again', async () => {
  accounts.passTime(10 * minuteMs);
  const busy = '203.0.113.50';
  expect(await attemptsFor(busy)).toBe(quiet);
  for (let count = 0; count < networkLoad.free * 2; count += 1) {
    const browser = createBrowser(busy);
    const on = count % 2 ? node : other;
    const { work } = await getCaptcha(on, browser);
    if (count % 4 === 0) await trySignIn(on, `Nobody${count}`, 'wrong999', browser);
    else if (count % 4 === 1) await outcomeOf(register(on, registrationOf(`Failing${count}`), browser));
    else {
      await proveWork(on, await solveWork(work), browser);
      await register(on, registrationOf(`Opening${count}`), browser);
    }
  }
  expect(await attemptsFor(busy)).toBe(quiet * 2);
  expect(await attemptsFor(busy, other)).toBe(quiet * 2);
  expect(await attemptsFor(newAddress())).toBe(quiet);
  accounts.passTime(1.25 * minuteMs);
  expect(await attemptsFor(busy)).toBeLessThan(quiet * 2);
  accounts.passTime(minuteMs);
  expect(await attemptsFor(busy)).toBe(quiet);
});

test('much from many networks makes the work harder for everyone', async () => {
  accounts.passTime(10 * minuteMs);
  for (let count = 0; count < 180; count += 1)
    await trySignIn(node, `Sprayed${count}`, 'wrong999', createBrowser(`192.0.2.${count}`));
  expect(await attemptsFor('203.0.113.51')).toBe(quiet * 3);
  expect(await countOf(accounts.database, 'network_use')).toBeGreaterThan(180);
  accounts.passTime(3 * 24 * 60 * minuteMs);
  // What has expired is cleared away, some of it with each use.
  for (let count = 0; count < 20; count += 1)
    await trySignIn(node, `Sprayer${count}`, 'wrong999', createBrowser('192.0.2.1'));
  expect(await countOf(accounts.database, 'network_use')).toBe(1);
});

test('a network registers and asks for names so often in a day, on both nodes together, and another one is not held back', async () => {
  accounts.passTime(2 * 24 * 60 * minuteMs);
  const crowded = '203.0.113.52';
  const day = new Date(Math.floor(node.wallNow() / 86_400_000) * 86_400_000);
  await accounts.database.pool.query(
    "insert into network_use (span, since, network, uses) values ('day', $1, $2, $3)",
    [day, crowded, registrationsOfDayMax - 2],
  );
  const attempt = async (username: string, on: IdentityNode, address = crowded) => {
    const browser = createBrowser(address);
    const { work } = await getCaptcha(on, browser);
    await proveWork(on, await solveWork(work), browser);
    return await outcomeOf(register(on, registrationOf(username), browser));
  };
  const guess = async (): Promise<unknown> => {
    const browser = createBrowser(crowded);
    await getCaptcha(node, browser);
    return await outcomeOf(register(node, registrationOf('Guessing1'), browser));
  };
  // A wrong captcha is no registration.
  expect(await guess()).toBe('captchaWrong');
  expect(await attempt('Crowded1', node)).toEqual({ username: 'Crowded1' });
  // A name that is taken costs the same.
  const [one, two, three] = await Promise.all([
    attempt('crowded1', node),
    attempt('crowded1', other),
    attempt('crowded1', node),
  ]);
  expect([one, two, three].sort()).toEqual(['registrationsOfDay', 'registrationsOfDay', 'usernameTaken']);
  expect(await attempt('Crowded2', other)).toBe('registrationsOfDay');
  expect(await guess()).toBe('captchaWrong');
  expect(await attempt('Elsewhere1', other, newAddress())).toEqual({ username: 'Elsewhere1' });
  accounts.passTime(24 * 60 * minuteMs);
  expect(await attempt('Crowded2', other)).toEqual({ username: 'Crowded2' });
});

test('the /48 around an IPv6 network has eight times its registrations, and its load makes the work of each harder', async () => {
  accounts.passTime(2 * 24 * 60 * minuteMs);
  const networks = Array.from({ length: 12 }, (_, number) => `2001:db8:7:${number}::/64`);
  const busy = networks.flatMap((network) => Array.from({ length: networkLoad.free - 1 }, () => network));
  const load = () => readLoad(node.tables, '2001:db8:7:99::/64', node.wallNow());
  const everyone = (await load()).everyone;
  for (const network of busy) await countUse(node.tables, network, node.wallNow());
  expect(await load()).toEqual({ everyone: everyone + busy.length, network: busy.length / 8 });
  expect(await attemptsFor('2001:db8:7:99::1')).toBeGreaterThan(quiet);
  const day = new Date(Math.floor(node.wallNow() / 86_400_000) * 86_400_000);
  await accounts.database.pool.query(
    "insert into network_use (span, since, network, uses) values ('day', $1, '2001:db8:7::/48', $2)",
    [day, registrationsOfDayMax * 8 - 1],
  );
  const take = (network: string) => takeRegistration(node.tables, network, node.wallNow());
  expect(await take('2001:db8:7:1::/64')).toBe(true);
  expect(await take('2001:db8:7:2::/64')).toBe(false);
  expect(await take('2001:db8:8:2::/64')).toBe(true);
});

test('the load is this minute’s uses and of the minute before what lies within sixty seconds; older uses are forgotten', async () => {
  const hourMs = 60 * minuteMs;
  const began = (Math.floor(node.wallNow() / hourMs) + 48) * hourMs;
  const of = async (network: string, at: number) => (await readLoad(node.tables, network, began + at)).network;
  for (let uses = 0; uses < 4; uses += 1) await countUse(node.tables, '192.0.2.77', began + 59_999);
  await countUse(node.tables, '192.0.2.78', began + 1);
  expect([await of('192.0.2.77', 0), await of('192.0.2.77', 59_999)]).toEqual([4, 4]);
  expect([await of('192.0.2.77', minuteMs), await of('192.0.2.77', minuteMs + 15_000)]).toEqual([4, 3]);
  await countUse(node.tables, '192.0.2.77', began + minuteMs + 15_000);
  expect([await of('192.0.2.77', minuteMs + 45_000), await of('192.0.2.77', 2 * minuteMs)]).toEqual([2, 1]);
  expect([await of('192.0.2.77', 3 * minuteMs), await of('192.0.2.79', 0)]).toEqual([0, 0]);
  expect((await readLoad(node.tables, '192.0.2.79', began)).everyone).toBe(5);
  const kept = async (network: string) =>
    (await accounts.database.pool.query("select from network_use where span = 'minute' and network = $1", [network]))
      .rowCount;
  await countUse(node.tables, '192.0.2.79', began + 5 * minuteMs);
  expect(await kept('192.0.2.78')).toBe(1);
  await countUse(node.tables, '192.0.2.79', began + 5 * minuteMs + 1);
  expect(await kept('192.0.2.78')).toBe(0);
  expect(await kept('192.0.2.77')).toBe(1);
});

test('the work is as in quiet times up to what is free, then in proportion, up to its most', () => {
  const factors = (loads: readonly (readonly [everyone: number, network: number])[]) =>
    loads.map(([everyone, network]) => workFactor({ everyone, network }));
  expect(
    factors([
      [0, 0],
      [60, 10],
      [61, 0],
      [90, 10],
      [0, 15],
    ]),
  ).toEqual([1, 1, 61 / 60, 1.5, 1.5]);
  expect(
    factors([
      [480, 0],
      [10_000, 0],
      [0, 320],
      [0, 10_000],
      [480, 100],
    ]),
  ).toEqual([8, 8, 32, 32, 10]);
});

test('the wait of a network that has used up its registrations ends at the next midnight of UTC', () => {
  expect(untilNextDay(Date.UTC(2026, 0, 1))).toBe(86_400_000);
  expect(untilNextDay(Date.UTC(2026, 0, 1, 23, 59, 59, 999))).toBe(1);
});

test('registrations that a network is refused are none of the /48 around it', async () => {
  accounts.passTime(2 * 24 * 60 * minuteMs);
  const day = new Date(Math.floor(node.wallNow() / 86_400_000) * 86_400_000);
  await accounts.database.pool.query(
    "insert into network_use (span, since, network, uses) values ('day', $1, '2001:db8:9:1::/64', $2)",
    [day, registrationsOfDayMax - 1],
  );
  const take = (network: string) => takeRegistration(node.tables, network, node.wallNow());
  const taken = [];
  for (let count = 0; count < 4; count += 1) taken.push(await take('2001:db8:9:1::/64'));
  expect(taken).toEqual([true, false, false, false]);
  const { rows } = await accounts.database.pool.query(
    "select uses from network_use where span = 'day' and network = '2001:db8:9::/48'",
  );
  expect(rows).toEqual([{ uses: 1 }]);
});
