import { setTimeout as wait } from 'node:timers/promises';
import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import { envelope } from '#contract/envelope.ts';
import { type ErrorCode, errorStatus } from '#contract/errors.ts';
import { startOperatorSession } from '#server/features/operators/operator-sessions.ts';
import { insertOperators } from '#server/platform/operators/operators.fixture.ts';
import { operatorCookieName } from '#server/platform/session.ts';
import type { Shot } from './fuzz-shots.fixture.ts';
import { code, withdrawalPassword } from './money-world.fixture.ts';
import { Phone } from './phone.fixture.ts';

interface ShotResult {
  /** The caller's cookies from now on: a re-authentication renews the session. */
  readonly cookie: string;
  readonly status: number;
  readonly isBusy: boolean;
  readonly ids: readonly string[];
  readonly text: string;
  readonly fault: string | null;
}

/** Sends the request and judges the response. */
export async function fire(address: string, shot: Shot, cookie: string, key: string): Promise<ShotResult> {
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
  const renewed = cookieAfter(cookie, response);
  if (!response.headers.get('content-type')?.includes('json')) {
    return {
      cookie: renewed,
      status,
      isBusy: false,
      ids: [],
      text: '',
      fault: status === 200 ? null : `status ${status} without an envelope`,
    };
  }
  const read = envelope.safeParse(JSON.parse(text));
  if (!read.success) return { cookie: renewed, status, isBusy: false, ids: [], text, fault: 'no envelope' };
  const code = read.data.code;
  const isBusy = code === 'serverBusy' || code === 'marketStale';
  const ids = [...text.matchAll(/"(?:id|transfer|tree|hash)":"?([0-9A-Za-z-]{1,64})/g)].map(([, id = '']) => id);
  if (status === 200 && carriesHalfCharacter(shot, rest))
    return { cookie: renewed, status, isBusy, ids, text, fault: 'half a character was taken' };
  if (status >= 500 && !isBusy)
    return { cookie: renewed, status, isBusy, ids, text, fault: `status ${status} ${code}` };
  if (code !== undefined && errorStatus[code as ErrorCode] !== status) {
    return { cookie: renewed, status, isBusy, ids, text, fault: `${code} with status ${status}` };
  }
  return { cookie: renewed, status, isBusy, ids: ids.slice(0, 5), text, fault: null };
}

function cookieAfter(before: string, response: Response): string {
  const session = response.headers.getSetCookie().find((line) => /^clearlot_session=./.test(line));
  const renewed = session?.split(';')[0];
  const cookies = before.split('; ');
  return cookies
    .map((one) => (renewed !== undefined && one.startsWith('clearlot_session=') ? renewed : one))
    .join('; ');
}

/** JSON alone carries half a surrogate pair; forms and addresses replace it. The database stores another character in its place. */
function carriesHalfCharacter({ operation, form }: Shot, fields: Shot['fields']): boolean {
  return operation.method !== 'GET' && form === 'json' && fields.some(([, value]) => !value.isWellFormed());
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
export async function newMember(address: string, username: string): Promise<string> {
  const phone = new Phone(address);
  await phone.register(username, code).catch(async (error: unknown) => {
    // A try whose answer was lost has opened it.
    if (!String(error).includes('usernameTaken')) throw error;
    await phone.register(`${username}b`, code);
  });
  await phone.setWithdrawalPassword(withdrawalPassword, code);
  await phone.post('/Finance/recharge', { channel: 'sandbox', amount: '5000' });
  return phone.cookie;
}

/** Signs an owner in, and answers the cookie. `pool` is that of the database's owner. */
export async function newOperator(pool: pg.Pool): Promise<string> {
  await insertOperators(pool, { fuzzed: 'owner' });
  const tables = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  const call = { userAgent: 'fuzz', address: '127.0.0.1' };
  return `${operatorCookieName}=${await startOperatorSession(tables, 'fuzzed', call, Date.now())}`;
}

/** A withdrawal of what has not arrived yet would be refused before its other fields are looked at. */
export async function untilFunded(address: string, cookie: string): Promise<void> {
  for (let look = 0; look < 400; look++) {
    const answer = await (await fetch(`${address}/api/api/wallet`, { headers: { cookie } })).text();
    if (answer.includes('"5000.000000"')) return;
    await wait(25);
  }
  throw new Error('the deposit was not credited');
}

/** The request in words, for a report. */
export function wordingOf({ operation, fields, form }: Shot): string {
  return `${operation.method} ${operation.path} ${form} ${JSON.stringify(fields).slice(0, 300)}`;
}
