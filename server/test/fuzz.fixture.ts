import { isForOperators } from '#contract/operation.ts';
import { learnedFrom } from './fuzz-grants.fixture.ts';
import { fire, newMember, untilFunded, wordingOf } from './fuzz-requests.fixture.ts';
import { nearlyRight, openingOperations, openingShot, shotOf } from './fuzz-shots.fixture.ts';
import { randomFrom } from './random.fixture.ts';

export interface FuzzOptions {
  readonly address: string;
  /** Signs an operator in, and answers the cookie. */
  operatorCookie(): Promise<string>;
  readonly requests: number;
  readonly seed: number;
  readonly atOnce: number;
  progress?(done: number): void;
  /** Run during the requests, after every `every` of them: a restart of the database, for example. Until it has ended, "busy" is no answer either. */
  readonly disturbance?: { readonly every: number; run(): Promise<void> };
}

export interface FuzzReport {
  readonly byStatus: ReadonlyMap<number, number>;
  /** Of the contract's operations, those that were granted at least once. */
  readonly granted: ReadonlySet<string>;
  /** Responses that ask for a retry: neither faults nor granted. */
  readonly busy: number;
  /** The longest wait of the requests that no disturbance met, and of those that one met. */
  readonly slowestMs: number;
  readonly slowestDisturbedMs: number;
  readonly p99Ms: number;
  /** The longest wait of each operation, the worst first. */
  readonly slowest: readonly { readonly operation: string; readonly ms: number }[];
  /** Requests with an invalid response: 5xx, no envelope, a code with another status. */
  readonly faults: readonly string[];
}

/** Requests of one member (or of nobody) before another one comes. */
const requestsOfOne = 150;

/** Fires random requests over all operations of the contract, in wild and in half sensible values, signed in and not. */
export async function fuzz({
  address,
  operatorCookie,
  requests,
  seed,
  atOnce,
  progress,
  disturbance,
}: FuzzOptions): Promise<FuzzReport> {
  const byStatus = new Map<number, number>();
  const granted = new Set<string>();
  const faults: string[] = [];
  const waits: number[] = [];
  let slowestDisturbedMs = 0;
  const worst = new Map<string, number>();
  const seen: string[] = [];
  let next = 0;
  let busy = 0;
  let disturbed: Promise<void> = Promise.resolve();
  let begunDisturbances = 0;
  let endedDisturbances = 0;

  const work = async (worker: number): Promise<void> => {
    const random = randomFrom(seed * 1_000 + worker);
    let cookie = '';
    let operators = '';
    let left = 0;
    const opening = worker === 0 ? openingOperations() : [];
    const known = new Map<string, string>();
    for (let accounts = 0; next < requests; left--) {
      if (left <= 0) {
        cookie = await newMember(address, `fz${seed}x${worker}x${accounts++}`);
        operators = await operatorCookie();
        // The opening ends with a freeze: the rest is done as another member.
        left = opening.length || requestsOfOne;
        if (opening.length > 0) await untilFunded(address, cookie);
      }
      const number = next++;
      const plain = opening.shift();
      const shot = plain ? openingShot(plain, known) : shotOf(random, seen);
      const isSignedIn = plain !== undefined || random.chance(0.9);
      const begun = performance.now();
      const endedBefore = endedDisturbances;
      const isOperators = isForOperators(shot.operation);
      const own = isOperators ? operators : cookie;
      const result = await fire(address, shot, isSignedIn ? own : '', `fuzz-${seed}-${number}`);
      const waitMs = performance.now() - begun;
      if (isSignedIn && !isOperators) cookie = result.cookie;
      if (begunDisturbances > endedBefore) slowestDisturbedMs = Math.max(slowestDisturbedMs, waitMs);
      else {
        waits.push(waitMs);
        worst.set(shot.name, Math.max(waitMs, worst.get(shot.name) ?? 0));
      }
      byStatus.set(result.status, (byStatus.get(result.status) ?? 0) + 1);
      if (isSignedIn && result.status === 401) left = 0;
      if (result.isBusy) busy += 1;
      if (result.status === 200) granted.add(shot.name);
      const [told, pattern] = (plain && result.status === 200 && learnedFrom[shot.name]) || [];
      const value = pattern?.exec(result.text)?.[1];
      if (told !== undefined && value !== undefined) known.set(told, value);
      // Later requests use ids from responses, their owner's or not.
      for (const id of result.ids) seen[Math.floor(random.next() * 500)] = id;
      if (result.fault !== null) faults.push(`${result.fault}: ${wordingOf(shot)}`);
      if (number % 10_000 === 9_999) progress?.(number + 1);
      if (disturbance && number % disturbance.every === disturbance.every - 1) {
        disturbed = disturbed.then(async () => {
          begunDisturbances += 1;
          await disturbance.run();
          endedDisturbances += 1;
        });
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, (_, worker) => work(worker)));
  await disturbed;
  waits.sort((left, right) => left - right);
  return {
    byStatus: new Map([...byStatus].sort(([left], [right]) => left - right)),
    granted,
    busy,
    slowestMs: waits.at(-1) ?? 0,
    slowestDisturbedMs,
    p99Ms: waits[Math.floor(waits.length * 0.99)] ?? 0,
    slowest: [...worst].map(([operation, ms]) => ({ operation, ms })).sort((one, other) => other.ms - one.ms),
    faults,
  };
}

/** Members are replaced before what earlier calls left behind refuses the later ones. */
const sweptByOne = 40;

/** Sends every nearly right request once, signed in, and returns how many there were, how many met no session or were asked to come again, and whose answer must not be. */
export async function sweep({
  address,
  operatorCookie,
  atOnce,
}: Pick<FuzzOptions, 'address' | 'operatorCookie' | 'atOnce'>) {
  const shots = nearlyRight();
  const faults: string[] = [];
  let next = 0;
  let key = 0;
  let strangers = 0;
  let busy = 0;
  const work = async (worker: number): Promise<void> => {
    for (let accounts = 0; next < shots.length; accounts++) {
      let cookie = await newMember(address, `sweep${worker}x${accounts}`);
      await untilFunded(address, cookie);
      const operators = await operatorCookie();
      const own = shots.slice(next, next + sweptByOne);
      next += sweptByOne;
      for (const shot of own) {
        const isOperators = isForOperators(shot.operation);
        const sent = await fire(address, shot, isOperators ? operators : cookie, `sweep-${worker}-${key++}`);
        const { fault, status, isBusy } = sent;
        if (isBusy) busy += 1;
        if (!isOperators) cookie = sent.cookie;
        if (status === 401) strangers += 1;
        if (fault !== null) faults.push(`${fault}: ${wordingOf(shot)}`);
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, (_, worker) => work(worker)));
  return { requests: shots.length, strangers, busy, faults };
}
