import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type FailureRun,
  failureMemoryMs,
  needsCode,
  noFailures,
  remembered,
  secondsLocked,
  withFailure,
  withoutFailure,
} from '../failure-policy.ts';
import { surroundingFactor } from '../network.ts';
import {
  accountPolicy,
  deviceFactorSubjects,
  namePolicy,
  networkPolicy,
  signInSubjects,
  surroundingsPolicy,
} from './sign-in-policy.ts';

const now = Date.UTC(2026, 4, 1);

/** The run after `count` failures, each as soon as it was allowed. */
function afterFailures(count: number): { run: FailureRun; time: number } {
  let [run, time] = [noFailures, now];
  for (let failure = 0; failure < count; failure += 1) {
    time += secondsLocked(run, time) * 1_000;
    run = withFailure(run, accountPolicy, time);
  }
  return { run, time };
}

test('the fourth try asks for the code, the sixth has to wait, and each wait is twice the one before', () => {
  const waits = Array.from({ length: 14 }, (_, count) => {
    const { run, time } = afterFailures(count);
    return [needsCode(run, accountPolicy), secondsLocked(run, time)];
  });
  expect(waits).toEqual([
    [false, 0],
    [false, 0],
    [false, 0],
    [true, 0],
    [true, 0],
    [true, 15],
    [true, 30],
    [true, 60],
    [true, 120],
    [true, 240],
    [true, 480],
    [true, 900],
    [true, 900],
    [true, 900],
  ]);
});

test('a typed name that holds the words of another purpose counts for none but its own', () => {
  const network = '203.0.113.7';
  const others = [
    ...signInSubjects('alice', network, null, 'reset'),
    ...signInSubjects('alice', network, null, 'operator'),
    ...signInSubjects('alice', network, 'device', 'reset'),
    ...deviceFactorSubjects('alice', 'device'),
  ].flatMap(({ kind, key }) => (kind === 'network' ? [] : [key]));
  for (const name of ['factor alice', 'reset alice', 'operator alice', 'signIn alice']) {
    for (const device of [null, 'device']) {
      const keys = signInSubjects(name, network, device).map(({ key }) => key);
      expect(keys.filter((key) => others.includes(key))).toEqual([]);
    }
  }
});

test('in a year of trying as fast as allowed, one account takes fewer than 36,000 guesses', () => {
  let [run, time, guesses] = [noFailures, now, 0];
  while (time < now + 365 * 24 * 60 * 60_000) {
    run = withFailure(run, accountPolicy, time);
    guesses += 1;
    time += secondsLocked(run, time) * 1_000;
  }
  expect(guesses).toBeGreaterThan(30_000);
  expect(guesses).toBeLessThan(36_000);
});

test('a day without failures forgets them', () => {
  const { run, time } = afterFailures(9);
  expect(remembered(run, accountPolicy, time + failureMemoryMs)).toBe(run);
  expect(remembered(run, accountPolicy, time + failureMemoryMs + 1)).toBe(noFailures);
  expect(withFailure(run, accountPolicy, time + failureMemoryMs + 1).failures).toBe(1);
});

test('a failure that did not happen is taken back, and no count falls below nothing', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100 }), (failures) => {
      const run = { failures, lastFailedAt: now, lockedUntil: 0 };
      const failed = withFailure(run, accountPolicy, now);
      expect(withoutFailure(failed)).toEqual(run);
      expect(withoutFailure(noFailures).failures).toBe(0);
      expect(failed.lockedUntil - now).toBeLessThanOrEqual(15 * 60_000);
      expect(failed.lockedUntil).toBeGreaterThanOrEqual(now);
    }),
  );
});

test.each([
  ['one name from any number of networks', namePolicy, 96, 96],
  ['all names from one network', networkPolicy, 960, 960],
  ['all names from the networks around it', surroundingsPolicy, 960 * surroundingFactor, 960 * surroundingFactor],
] as const)('%s: so many guesses at once, and so many a day ever after', (_name, policy, atOnce, aDay) => {
  const dayMs = 24 * 60 * 60_000;
  let [run, time] = [noFailures, now];
  const guessesUntil = (end: number): number => {
    let guesses = 0;
    for (time += secondsLocked(run, time) * 1_000; time < end; time += secondsLocked(run, time) * 1_000) {
      run = withFailure(run, policy, time);
      guesses += 1;
    }
    return guesses;
  };
  expect(guessesUntil(now + 1)).toBe(atOnce);
  expect(guessesUntil(now + dayMs)).toBeLessThanOrEqual(aDay);
  const [before, days] = [time, 30];
  const guesses = guessesUntil(before + days * dayMs);
  expect(guesses).toBeGreaterThan(0.95 * days * aDay);
  expect(guesses).toBeLessThanOrEqual(days * aDay + 1);
  // Nothing is left of it after a day of quiet.
  expect(remembered(run, policy, time + dayMs)).toBe(noFailures);
});

test('sign-ins from an IPv6 network count for the /48 around it as well', () => {
  // Each of them may answer signInLocked.
  const keysOf = (address: string) => signInSubjects('anna', address, null).map(({ kind, key }) => `${kind} ${key}`);
  const [one, neighbour, other] = ['2001:db8:1:2::1', '2001:db8:1:3::1', '2001:db8:2:2::1'].map(keysOf);
  const shared = (beside: readonly string[] | undefined) =>
    one?.filter((key) => beside?.includes(key)).map((key) => key.split(' ')[0]);
  expect([shared(neighbour), shared(other)]).toEqual([['name', 'network'], ['name']]);
  expect(keysOf('203.0.113.7')).toHaveLength(3);
});

test.each([null, 'a known device'])(
  'sign-ins, resets and operators count apart, in letters of any case (%s)',
  (device) => {
    const keysOf = (name: string, purpose: 'signIn' | 'reset' | 'operator') =>
      signInSubjects(name, '203.0.113.7', device, purpose).flatMap(({ kind, key }) =>
        kind === 'network' ? [] : [key],
      );
    const [signIn, reset, operator] = (['signIn', 'reset', 'operator'] as const).map((purpose) =>
      keysOf('anna', purpose),
    );
    const all = [signIn, reset, operator].flatMap((keys) => keys ?? []);
    expect(new Set(all).size).toBe(device === null ? 6 : 3);
    expect([keysOf('ANNA', 'signIn'), keysOf('Anna', 'reset')]).toEqual([signIn, reset]);
    expect(keysOf('bert', 'signIn').filter((key) => all.includes(key))).toEqual([]);
  },
);
