import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod/mini';
import { operations } from '#contract/api.ts';
import { envelope } from '#contract/envelope.ts';
import { type ErrorCode, errorStatus } from '#contract/errors.ts';
import { imagePath, smallImagePath, uploadImage } from '#contract/images.ts';
import type { NamedOperation, Operation } from '#contract/operation.ts';
import { code, withdrawalPassword } from './money-world.fixture.ts';
import { Phone } from './phone.fixture.ts';
import { randomFrom } from './random.fixture.ts';

export interface FuzzOptions {
  readonly address: string;
  readonly requests: number;
  readonly seed: number;
  readonly atOnce: number;
  progress?(done: number): void;
  /** Done beside the requests, once in so many of them: a restart of the database, say. Until it is over, "busy" is no answer either. */
  readonly disturbance?: { readonly every: number; run(): Promise<void> };
}

export interface FuzzReport {
  readonly byStatus: ReadonlyMap<number, number>;
  /** Of the contract's operations, those that were granted at least once. */
  readonly granted: ReadonlySet<string>;
  /** Responses that ask for a retry: neither faults nor granted. */
  readonly busy: number;
  readonly slowestMs: number;
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
  const worst = new Map<string, number>();
  const seen: string[] = [];
  let next = 0;
  let busy = 0;
  let disturbed: Promise<void> = Promise.resolve();

  const work = async (worker: number): Promise<void> => {
    const random = randomFrom(seed * 1_000 + worker);
    let cookie = '';
    let left = 0;
    for (let accounts = 0; next < requests; left--) {
      if (left <= 0) {
        cookie = await newMember(address, `fz${seed}x${worker}x${accounts++}`);
        left = requestsOfOne;
      }
      const number = next++;
      const shot = shotOf(random, seen);
      const isSignedIn = random.chance(0.9);
      const begun = performance.now();
      const result = await fire(address, shot, isSignedIn ? cookie : '', `fuzz-${seed}-${number}`);
      const waitMs = performance.now() - begun;
      waits.push(waitMs);
      worst.set(shot.name, Math.max(waitMs, worst.get(shot.name) ?? 0));
      byStatus.set(result.status, (byStatus.get(result.status) ?? 0) + 1);
      if (isSignedIn && result.status === 401) left = 0;
      if (result.isBusy) busy += 1;
      if (result.status === 200) granted.add(shot.name);
      // Later requests use ids from responses, their owner's or not.
      for (const id of result.ids) seen[Math.floor(random.next() * 500)] = id;
      if (result.fault !== null) faults.push(`${result.fault}: ${wordingOf(shot)}`);
      if (number % 10_000 === 9_999) progress?.(number + 1);
      if (disturbance && number % disturbance.every === disturbance.every - 1) {
        disturbed = disturbed.then(disturbance.run);
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
    p99Ms: waits[Math.floor(waits.length * 0.99)] ?? 0,
    slowest: [...worst].map(([operation, ms]) => ({ operation, ms })).sort((one, other) => other.ms - one.ms),
    faults,
  };
}

/** Values that are nearly right, or that some layer below cannot hold. */
const treacherous: readonly string[] = [' 5', ' a', '  ', '\u0000', 'x\ud83d', '\ud800x', '\u0958'.repeat(40), '%00'];

/** Fields that would end the call before the others are looked at. */
const leftOut = /^(before|factor|locale|credential)$/;

/** Wrong ones are counted, and lock the member's other calls: they come last. */
const guesses = /password|login|code/;

/** Every field of every operation with each treacherous value, all other fields as the app sends them. */
function nearlyRight(): Shot[] {
  const swept = asked.filter(
    ({ name }) => !/^(signOut|revokeSession|freezeAccount|excludeMyself|changeLogin)/.test(name),
  );
  const ofFields = (isGuess: boolean): Shot[] =>
    swept.flatMap((named) => {
      const names = Object.keys(fieldsOf(named.operation).properties).filter((name) => !leftOut.test(name));
      const wrongNames = names.filter((name) => guesses.test(name) === isGuess);
      return wrongNames.flatMap((wrong) =>
        treacherous.map((value): Shot => {
          const fields = names.map((name): [string, string] => [
            name,
            name === wrong ? value : (sensible[name]?.[0] ?? '1'),
          ]);
          return { ...named, fields, form: 'json', isRaw: value === '%00' };
        }),
      );
    });
  return [...ofFields(false), ...ofFields(true)];
}

/** A withdrawal of what has not arrived yet would be refused before its other fields are looked at. */
async function untilFunded(address: string, cookie: string): Promise<void> {
  for (let look = 0; look < 400; look++) {
    const answer = await (await fetch(`${address}/api/api/wallet`, { headers: { cookie } })).text();
    if (answer.includes('"5000.000000"')) return;
    await wait(25);
  }
  throw new Error('the deposit was not credited');
}

/** Members are replaced before what earlier calls left behind refuses the later ones. */
const sweptByOne = 40;

/** Sends every nearly right request once, signed in, and returns how many there were, how many met no session, and whose answer must not be. */
export async function sweep({ address, atOnce }: Pick<FuzzOptions, 'address' | 'atOnce'>) {
  const shots = nearlyRight();
  const faults: string[] = [];
  let next = 0;
  let key = 0;
  let strangers = 0;
  const work = async (worker: number): Promise<void> => {
    for (let accounts = 0; next < shots.length; accounts++) {
      const cookie = await newMember(address, `sweep${worker}x${accounts}`);
      await untilFunded(address, cookie);
      const own = shots.slice(next, next + sweptByOne);
      next += sweptByOne;
      for (const shot of own) {
        const { fault, status } = await fire(address, shot, cookie, `sweep-${worker}-${key++}`);
        if (status === 401) strangers += 1;
        if (fault !== null) faults.push(`${fault}: ${wordingOf(shot)}`);
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, (_, worker) => work(worker)));
  return { requests: shots.length, strangers, faults };
}

type Random = ReturnType<typeof randomFrom>;

interface Shot extends NamedOperation {
  readonly fields: readonly (readonly [string, string])[];
  /** Whether values in the path go as they are, percent signs and all. */
  readonly isRaw: boolean;
  readonly form: 'urlencoded' | 'multipart' | 'json' | 'rubbish';
}

const fileOf = (name: string, path: string): NamedOperation => ({
  name,
  feature: 'images',
  operation: { ...uploadImage, method: 'GET', path, effect: 'read', input: z.strictObject({ image: z.string() }) },
});

/** Every operation, and the files that are read by a name in their path. */
const asked: readonly NamedOperation[] = [
  ...operations,
  fileOf('image', imagePath),
  fileOf('smallImage', smallImagePath),
];

/** Sent more often: most of their random inputs are refused. */
const moneyCalls = operations.filter(({ operation }) => operation.effect === 'money');

/** Calls that end a member's own session or bind their hands: rarely, or nothing else would be reached. */
const endings = /^(signOut|revokeSession|freezeAccount|excludeMyself|changeLoginPassword|signIn|register|signInWith)/;

/** Just as the app would send it; of the values that there are; anything. */
const senses = ['plain', 'sensible', 'wild'] as const;

function shotOf(random: Random, seen: readonly string[]): Shot {
  let named = random.chance(0.15) ? random.of(moneyCalls) : random.of(asked);
  if (endings.test(named.name) && !random.chance(0.1)) named = random.of(asked);
  const { properties, required } = fieldsOf(named.operation);
  const sense = random.of(senses);
  const optional = { plain: 0.4, sensible: 0.5, wild: 0.7 }[sense];
  const names = Object.keys(properties).filter(
    (name) =>
      (sense !== 'plain' || name !== 'before') &&
      random.chance(sense !== 'wild' && (required.includes(name) || name === 'address') ? 0.97 : optional),
  );
  const fields = names.map((name): [string, string] => [name, fieldValue(random, seen, name, sense)]);
  if (random.chance(0.05)) fields.push([random.of(['__proto__', 'member_id', 'state', '', 'id']), random.of(wild)]);
  if (random.chance(0.03) && fields[0]) fields.push([fields[0][0], random.of(wild)]);
  const form = random.chance(0.6) ? 'urlencoded' : random.of(['multipart', 'json', 'json', 'json', 'rubbish'] as const);
  return { ...named, fields, form, isRaw: sense === 'wild' && random.chance(0.5) };
}

interface FieldNames {
  readonly properties: Readonly<Record<string, unknown>>;
  readonly required: readonly string[];
}

/** Computed once, so that the client is not the bottleneck. */
const fieldNames = new Map<Operation, FieldNames>();

function fieldsOf(operation: Operation): FieldNames {
  let known = fieldNames.get(operation);
  if (!known) {
    const { properties = {}, required = [] } = z.toJSONSchema(operation.input, { io: 'input', unrepresentable: 'any' });
    known = { properties, required };
    fieldNames.set(operation, known);
  }
  return known;
}

const wild: readonly string[] = [
  ...[
    '',
    '0',
    '-1',
    '1e9',
    'NaN',
    '0.0000001',
    '99999999999999999999',
    '1000000.000001',
    ' 5',
    '٣',
    '0x10',
    'null',
    '[]',
  ],
  ...[
    "';drop table member;--",
    '<script>',
    '../../etc/passwd',
    '%00',
    '\u0000',
    '\u202e',
    '😀',
    '\ud800',
    '\udfffx',
    'x\ud83d',
    '\u0958'.repeat(40),
    ' a',
    ' a ',
    '  ',
    '%',
    '%zz',
    '%E0%A4',
    '%ED%A0%80',
    '%2e%2e%2f',
    'a%00b',
    'a%20b',
    '\ufffe',
    'e\u0301'.repeat(30),
    'a'.repeat(5_000),
  ],
];

/** Values that a call could take, by the name of the field. */
const sensible: Readonly<Record<string, readonly string[]>> = {
  account: ['available', 'plans', 'financing', 'withdrawing'],
  address: ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', '0x000000000000000000000000000000000000dEaD'],
  adult: ['1'],
  amount: ['100', '10', '250.5', '1000', '0.000001'],
  bank: ['First Bank'],
  channel: ['sandbox'],
  code: [code],
  coin: ['ETH', 'BTC', 'SOL'],
  days: ['1', '7', '30'],
  invite: ['CLEARLOT'],
  locale: ['en', 'thai', 'vnf', 'tc', 'zh', 'jp'],
  login: ['quiet99owl'],
  method: ['address', 'bank'],
  multiple: ['1', '2', '5'],
  name: ['Ann Lee', 'ETH', 'BTC'],
  nickname: ['Ann'],
  number: ['4242424242424242', '5555555555554444'],
  oldpassword: [withdrawalPassword, 'quiet99owl'],
  password: [withdrawalPassword, withdrawalPassword, withdrawalPassword, 'quiet99owl'],
  period: ['day', 'week', 'month'],
  price: ['10', '100', '499.99'],
  product: ['day1', 'day7', 'day14', 'day30'],
  range: ['today', 'yesterday', 'week', 'month'],
  realname: ['Ann Lee'],
  repassword: [withdrawalPassword, 'quiet99owl'],
  search: ['plan', 'leverage'],
  status: ['running', 'matured', 'redeemed'],
  terms: ['1'],
  time: ['5m', '1h', '1d', ''],
  timezone: ['Asia/Tokyo', 'UTC'],
  type: ['0'],
  username: ['somebody1'],
  version: ['1'],
};

function fieldValue(random: Random, seen: readonly string[], name: string, sense: (typeof senses)[number]): string {
  if (sense === 'wild' && random.chance(0.5)) return random.of(wild);
  const [first, ...others] = sensible[name] ?? [];
  if (first !== undefined && (sense === 'plain' || random.chance(0.9)))
    return sense === 'plain' ? first : random.of([first, ...others]);
  if (name === 'id' && random.chance(0.5)) return sense === 'plain' ? '1' : random.of(['1', '2', '5']);
  return random.of(seen.filter(Boolean)) ?? '0000000000000000';
}

interface ShotResult {
  readonly status: number;
  readonly isBusy: boolean;
  readonly ids: readonly string[];
  readonly fault: string | null;
}

async function fire(address: string, shot: Shot, cookie: string, key: string): Promise<ShotResult> {
  const { operation, fields, isRaw } = shot;
  const inPath = new Map(fields);
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const text = (inPath.get(name) ?? '1').toWellFormed();
    const value = isRaw ? text.replace(/[/?#\\\s]/g, '') : encodeURIComponent(text);
    return value === '' || value === '.' || value === '..' ? '%20' : value;
  });
  const rest = fields.filter(([name]) => !operation.path.includes(`{${name}}`));
  const url = new URL(`${address}/api${path}`);
  const init: RequestInit = {
    method: operation.method,
    headers: { 'x-clearlot': '1', 'idempotency-key': key, cookie },
  };
  if (operation.method === 'GET') for (const [name, value] of rest) url.searchParams.append(name, value);
  else bodyOf(init, shot.form, rest);
  const response = await fetch(url, { ...init, redirect: 'manual' });
  const text = await response.text();
  const { status } = response;
  if (!response.headers.get('content-type')?.includes('json')) {
    return { status, isBusy: false, ids: [], fault: status === 200 ? null : `status ${status} without an envelope` };
  }
  const read = envelope.safeParse(JSON.parse(text));
  if (!read.success) return { status, isBusy: false, ids: [], fault: 'no envelope' };
  const code = read.data.code;
  const isBusy = code === 'serverBusy' || code === 'marketStale';
  const ids = [...text.matchAll(/"(?:id|transfer|tree|hash)":"?([0-9A-Za-z-]{1,64})/g)].map(([, id = '']) => id);
  if (status >= 500 && !isBusy) return { status, isBusy, ids, fault: `status ${status} ${code}` };
  if (code !== undefined && errorStatus[code as ErrorCode] !== status) {
    return { status, isBusy, ids, fault: `${code} with status ${status}` };
  }
  return { status, isBusy, ids: ids.slice(0, 5), fault: null };
}

function bodyOf(init: RequestInit, form: Shot['form'], fields: Shot['fields']): void {
  if (form === 'multipart') {
    const parts = new FormData();
    for (const [name, value] of fields) parts.append(name, value);
    parts.append('image', new Blob([Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 1, 2, 3)]), 'x.png');
    init.body = parts;
    return;
  }
  const types = { urlencoded: 'application/x-www-form-urlencoded', json: 'application/json', rubbish: 'text/rubbish' };
  init.headers = { ...init.headers, 'content-type': types[form] };
  const bodies = {
    urlencoded: () => new URLSearchParams(fields.map((one) => [...one])).toString(),
    // Half a surrogate pair goes as its escape, which no form can carry.
    json: () => JSON.stringify(Object.fromEntries(fields)),
    rubbish: () => '{"a":[[[',
  };
  init.body = bodies[form]();
}

/** Opens an account with some funds and a withdrawal password, and answers its cookie. */
async function newMember(address: string, username: string): Promise<string> {
  const phone = new Phone(address);
  await phone.register(username, code);
  await phone.setWithdrawalPassword(withdrawalPassword, code);
  await phone.post('/Finance/recharge', { channel: 'sandbox', amount: '5000' });
  return phone.cookie;
}

function wordingOf({ operation, fields, form }: Shot): string {
  return `${operation.method} ${operation.path} ${form} ${JSON.stringify(fields).slice(0, 300)}`;
}
