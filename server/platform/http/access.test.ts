import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { operation } from '#contract/operation.ts';
import { operatorRoles, permissions } from '#contract/roles.ts';
import { silentLog } from '../log.ts';
import { createMetrics } from '../metrics.ts';
import { silentSecurityLog } from '../security-log.ts';
import type { Actor } from '../session.ts';
import { loopbackProxies } from '../trusted-proxies.ts';
import { bindAll } from './binding.ts';
import { createHttpServer } from './http-server.ts';
import { describeApi, errorsOf } from './open-api.ts';

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
  path: '/sample/decide',
  effect: 'money',
  access: { role: permissions.reviewWithdrawals },
});
const audit = operation({
  ...common,
  method: 'GET',
  path: '/sample/audit',
  access: { role: permissions.readDecisions },
});
const sample = { open, own, decide, audit };

const actors = new Map<string, Actor>([
  ['member', { memberId: 7n, username: 'somebody', locale: 'en', timeZone: 'UTC' }],
  ...operatorRoles.map((role) => [role, { operator: `${role}-anna`, role, locale: 'jp' }] as const),
]);
const calls: string[] = [];
let app: FastifyInstance;

beforeAll(async () => {
  const find = (token: string) => actors.get(token) ?? (token === 'old' ? 'expired' : 'none');
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
    streams: [],
    files: [],
    sessions: { peek: () => undefined, find: async (token) => find(token) },
    log: silentLog,
    securityLog: silentSecurityLog,
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

/** Who the handler saw, or the code of the refusal. */
async function outcomeOf(token: string, name: keyof typeof sample): Promise<string> {
  const { method, path } = sample[name];
  const headers = { cookie: `clearlot_session=${token}`, 'x-clearlot': '1' };
  const answer = (await app.inject({ method, url: `/api${path}`, headers })).json();
  return answer.code ?? answer.url.by;
}

test('an operation for operators is run for its roles, and refused to members and to all other roles', async () => {
  for (const role of operatorRoles) {
    const isPermitted = role === 'owner' || role === 'finance';
    expect(await outcomeOf(role, 'decide'), role).toBe(isPermitted ? `${role}-anna` : 'notPermitted');
    expect(await outcomeOf(role, 'audit'), role).toBe(`${role}-anna`);
  }
  expect(await outcomeOf('member', 'decide')).toBe('notPermitted');
  expect(await outcomeOf('member', 'audit')).toBe('notPermitted');
  expect(calls).toEqual(['owner-anna', 'finance-anna']);
});

test('an operation for members is refused to operators, and a public one does not take them for members', async () => {
  expect(await outcomeOf('member', 'own')).toBe('somebody');
  for (const role of operatorRoles) {
    expect(await outcomeOf(role, 'own')).toBe('notPermitted');
    expect(await outcomeOf(role, 'open')).toBe('nobody');
  }
});

test('without a session nothing but the public is open, and the refusal is 403 in the actor’s language', async () => {
  expect(await outcomeOf('none', 'open')).toBe('nobody');
  for (const name of ['own', 'decide', 'audit'] as const) {
    expect(await outcomeOf('none', name)).toBe('notSignedIn');
    expect(await outcomeOf('old', name)).toBe('sessionExpired');
  }
  const refused = await app.inject({ url: '/api/sample/own', headers: { cookie: 'clearlot_session=auditor' } });
  expect(refused.statusCode).toBe(403);
  expect(refused.json()).toMatchObject({ code: 'notPermitted', info: 'この操作を行う権限がありません' });
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

test('the description says that a session is needed, and lists the refusal', () => {
  expect(errorsOf(audit)).toContain('notPermitted');
  expect(errorsOf(open)).not.toContain('notPermitted');
  const { paths } = describeApi([{ feature: 'sample', name: 'audit', operation: audit }]) as {
    paths: Record<string, Record<string, unknown>>;
  };
  expect(Object.values(paths)[0]).toMatchObject({ get: { security: [{ session: [] }] } });
});
