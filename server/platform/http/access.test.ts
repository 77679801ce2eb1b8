import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { unattendedHeader, unattendedHeaderValue } from '#contract/envelope.ts';
import { operation } from '#contract/operation.ts';
import { operatorRoles, permissions } from '#contract/roles.ts';
import { silentLog } from '../log.ts';
import { createMetrics } from '../metrics.ts';
import { type SecurityLog, silentSecurityLog } from '../security-log.ts';
import type { Actor, Operator, Session, SessionLookup } from '../session.ts';
import { loopbackProxies } from '../trusted-proxies.ts';
import { bindAll } from './binding.ts';
import { createHttpServer } from './http-server.ts';
import { describeApi, errorsOf, inputFieldsOf } from './open-api.ts';

const common = {
  summary: 'A sample.',
  effect: 'read',
  input: z.strictObject({}),
  output: z.object({ by: z.string() }),
  answerIn: 'url',
  errors: [],
} as const;

const open = operation({ ...common, method: 'GET', path: '/sample/open', access: 'public' });
const own = operation({ ...common, method: 'GET', path: '/sample/own', access: 'member' });
const decide = operation({
  ...common,
  method: 'POST',
  path: '/operator/sample/decide',
  effect: 'money',
  access: { role: permissions.reviewWithdrawals },
});
const audit = operation({
  ...common,
  method: 'GET',
  path: '/operator/sample/audit',
  access: { role: permissions.readDecisions },
});
const sample = { open, own, decide, audit };

const members = new Map<string, Session>([
  ['member', { memberId: 7n, username: 'somebody', locale: 'en', timeZone: 'UTC' }],
]);
const operators = new Map<string, Operator>(
  operatorRoles.map((role) => [role, { operator: `${role}-anna`, role, locale: 'jp' }]),
);
const calls: string[] = [];
/** Whether each look-up of a session was a use of it. */
const uses: (boolean | undefined)[] = [];
/** What the security log was given. */
const refusals: unknown[] = [];
const securityLog: SecurityLog = { ...silentSecurityLog, writeBounded: (...given) => void refusals.push(given) };
let app: FastifyInstance;

beforeAll(async () => {
  const lookup = <Found extends Actor>(actors: ReadonlyMap<string, Found>): SessionLookup<Found> => ({
    peek: () => undefined,
    find: async (token, isUse) => {
      uses.push(isUse);
      return actors.get(token) ?? (token === 'old' ? 'expired' : 'none');
    },
  });
  app = await createHttpServer({
    bindings: bindAll('sample', sample, {
      open: (_, { session }) => ({ by: session?.username ?? 'nobody' }),
      own: (_, { member }) => ({ by: member.username }),
      decide: (_, { operator }) => {
        calls.push(operator.operator);
        return { by: operator.operator };
      },
      audit: (_, { operator }) => ({ by: operator.operator }),
    }),
    streams: [
      {
        path: '/operator/sample/stream',
        roles: permissions.answerChat,
        open: ({ operator, response }) => void response.end(operator?.operator),
      },
    ],
    files: [
      {
        path: '/operator/sample/file/{name}',
        roles: permissions.answerChat,
        readAsOperator: async ({ operator }) => ({ type: 'text/plain', bytes: Buffer.from(operator) }),
      },
    ],
    sessions: lookup(members),
    operatorSessions: lookup(operators),
    log: silentLog,
    securityLog,
    metrics: createMetrics(),
    metricsKey: 'scraper-key-of-this-test',
    publicOrigin: undefined,
    host: '127.0.0.1',
    trustedProxies: loopbackProxies,
    limits: null,
    webFolder: '/nowhere',
    probe: async () => undefined,
  });
});
afterAll(() => app.close());

const cookieOf = (token: string): string =>
  members.has(token) ? `clearlot_session=${token}` : `clearlot_operator=${token}`;

/** Who the handler saw, or the code of the refusal. */
async function outcomeOf(token: string, name: keyof typeof sample, cookie = cookieOf(token)): Promise<string> {
  const { method, path } = sample[name];
  const headers = { cookie, 'x-clearlot': '1' };
  const answer = (await app.inject({ method, url: `/api${path}`, headers })).json();
  return answer.code ?? answer.url.by;
}

test('an operation for operators is run for its roles, and refused to members and to all other roles', async () => {
  for (const role of operatorRoles) {
    const isPermitted = role === 'owner' || role === 'finance';
    expect(await outcomeOf(role, 'decide'), role).toBe(isPermitted ? `${role}-anna` : 'notPermitted');
    expect(await outcomeOf(role, 'audit'), role).toBe(`${role}-anna`);
  }
  expect(await outcomeOf('member', 'decide')).toBe('notSignedIn');
  expect(await outcomeOf('member', 'audit')).toBe('notSignedIn');
  expect(calls).toEqual(['owner-anna', 'finance-anna']);
});

test('an operation for members is refused to operators, and a public one does not take them for members', async () => {
  expect(await outcomeOf('member', 'own')).toBe('somebody');
  for (const role of operatorRoles) {
    expect(await outcomeOf(role, 'own')).toBe('notSignedIn');
    expect(await outcomeOf(role, 'open')).toBe('nobody');
  }
});

test('a browser with both sessions is the member in one operation and the operator in the other, and no token counts in the other cookie', async () => {
  const both = 'clearlot_session=member; clearlot_operator=auditor';
  expect(await outcomeOf('', 'own', both)).toBe('somebody');
  expect(await outcomeOf('', 'open', both)).toBe('somebody');
  expect(await outcomeOf('', 'audit', both)).toBe('auditor-anna');
  expect(await outcomeOf('', 'decide', both)).toBe('notPermitted');
  expect(await outcomeOf('', 'own', 'clearlot_operator=member')).toBe('notSignedIn');
  expect(await outcomeOf('', 'audit', 'clearlot_session=auditor')).toBe('notSignedIn');
});

test('a page of another account than the session’s is refused, whatever the operation; without a session or the header nothing changes', async () => {
  const asked = async (name: 'open' | 'own', headers: Record<string, string>) =>
    (await app.inject({ url: `/api${sample[name].path}`, headers })).json();
  const shows = (account: string) => ({ cookie: 'clearlot_session=member', 'x-clearlot-account': account });
  for (const name of ['open', 'own'] as const) {
    expect(await asked(name, shows('somebody'))).toMatchObject({ status: true, url: { by: 'somebody' } });
    expect(await asked(name, shows('another1'))).toMatchObject({ status: false, code: 'otherAccount', url: '' });
  }
  expect(await asked('open', { 'x-clearlot-account': 'another1' })).toMatchObject({ url: { by: 'nobody' } });
  expect(await asked('own', { 'x-clearlot-account': 'another1' })).toMatchObject({ code: 'notSignedIn' });
  const both = { cookie: 'clearlot_operator=auditor', 'x-clearlot-account': 'another1' };
  const console = await app.inject({ url: `/api${audit.path}`, headers: both });
  expect(console.json()).toMatchObject({ url: { by: 'auditor-anna' } });
  expect([errorsOf(own), errorsOf(audit)].map((codes) => codes.includes('otherAccount'))).toEqual([true, false]);
});

test('streams and files for operators are for their roles alone', async () => {
  for (const url of ['/api/operator/sample/stream', '/api/operator/sample/file/x']) {
    const asked = async (cookie: string) => await app.inject({ url, headers: { cookie } });
    expect((await asked('clearlot_operator=support')).payload).toBe('support-anna');
    expect((await asked('clearlot_operator=finance')).json()).toMatchObject({ code: 'notPermitted' });
    expect((await asked('clearlot_session=member')).json()).toMatchObject({ code: 'notSignedIn' });
    expect((await asked('clearlot_operator=old')).json()).toMatchObject({ code: 'sessionExpired' });
  }
});

test('what a page does by itself is no use of its session: to poll, to open its stream, to show files', async () => {
  const usesOf = async (url: string, headers: Record<string, string>) => {
    uses.length = 0;
    await app.inject({ url, headers });
    return uses;
  };
  for (const [path, cookie] of [
    [own.path, 'clearlot_session=member'],
    [audit.path, 'clearlot_operator=auditor'],
  ] as const) {
    expect(await usesOf(`/api${path}`, { cookie })).toEqual([true]);
    expect(await usesOf(`/api${path}`, { cookie, [unattendedHeader]: unattendedHeaderValue })).toEqual([false]);
  }
  const cookie = 'clearlot_operator=support';
  for (const url of ['/api/operator/sample/stream', '/api/operator/sample/file/x'])
    expect(await usesOf(url, { cookie }), url).toEqual([false]);
});

test('without a session nothing but the public is open, and the refusal is 403 in the actor’s language', async () => {
  expect(await outcomeOf('none', 'open')).toBe('nobody');
  for (const name of ['own', 'decide', 'audit'] as const) {
    expect(await outcomeOf('none', name)).toBe('notSignedIn');
    const cookie = `${name === 'own' ? 'clearlot_session' : 'clearlot_operator'}=old`;
    expect(await outcomeOf('old', name, cookie)).toBe('sessionExpired');
  }
  const headers = { cookie: 'clearlot_operator=auditor', 'x-clearlot': '1' };
  const refused = await app.inject({ method: 'POST', url: '/api/operator/sample/decide', headers });
  expect(refused.statusCode).toBe(403);
  expect(refused.json()).toMatchObject({ code: 'notPermitted', info: 'この操作を行う権限がありません' });
  const who = { address: '127.0.0.1', operator: 'auditor-anna', reason: 'notPermitted', operation: 'decide' };
  expect(refusals.at(-1)).toEqual(['authorizationRefused', who]);
});

test('an operation without a rule of access, without a role or with an unknown one does not compile', () => {
  // @ts-expect-error: nobody is said to be permitted.
  operation({ ...common, method: 'GET', path: '/sample/unruled' });
  // @ts-expect-error: no role is permitted.
  operation({ ...common, method: 'GET', path: '/sample/empty', access: { role: [] } });
  // @ts-expect-error: there is no such role.
  operation({ ...common, method: 'GET', path: '/sample/clerk', access: { role: ['clerk'] } });
  expect(operatorRoles).not.toContain('clerk');
});

test('the description says which session is needed, of which roles, and lists the refusal', async () => {
  expect(errorsOf(audit)).toContain('notPermitted');
  expect(errorsOf(open)).not.toContain('notPermitted');
  // What moves money takes a key, and says what is wrong with it.
  expect(errorsOf({ ...own, effect: 'money' })).toContain('idempotencyKeyReused');
  expect(errorsOf({ ...own, effect: 'write' })).not.toContain('idempotencyKeyReused');
  const { paths } = (await describeApi([{ feature: 'sample', name: 'audit', operation: audit }])) as {
    paths: Record<string, Record<string, unknown>>;
  };
  expect(Object.values(paths)[0]).toMatchObject({
    get: { security: operatorRoles.map((role) => ({ operator: [role] })) },
  });
  const ofMembers = (await describeApi([{ feature: 'sample', name: 'own', operation: own }])) as {
    paths: typeof paths;
  };
  expect(Object.values(ofMembers.paths)[0]).toMatchObject({ get: { security: [{ session: [] }] } });
});

test('the description lists what any operation may be refused for', () => {
  const ofAny = ['tooManyRequests', 'tooLarge', 'malformedRequest', 'fieldMissing', 'fieldInvalid', 'fieldRepeated'];
  for (const one of [open, own, audit, decide]) {
    expect(errorsOf(one)).toEqual(expect.arrayContaining([...ofAny, 'fieldUnknown', 'serverBusy', 'internalError']));
  }
});

test('a field is described in the path where the path has a place for it, not where a word of the path is its name', () => {
  const input = z.strictObject({ sample: z.string(), id: z.string() });
  const named = { ...common, access: 'public', input, path: '/sample/{id}' } as const;
  const placesOf = (method: 'GET' | 'POST') =>
    inputFieldsOf(operation({ ...named, method })).map((field) => [field.name, field.in]);
  expect(placesOf('GET')).toEqual([
    ['sample', 'query'],
    ['id', 'path'],
  ]);
  expect(placesOf('POST')).toEqual([
    ['sample', 'body'],
    ['id', 'path'],
  ]);
});
