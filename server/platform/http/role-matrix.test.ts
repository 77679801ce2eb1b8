import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { operations } from '#contract/api.ts';
import { operatorRoles, type PermittedRoles, permissions } from '#contract/roles.ts';
import { silentLog } from '../log.ts';
import { createMetrics } from '../metrics.ts';
import { Refusal } from '../refusal.ts';
import { silentSecurityLog } from '../security-log.ts';
import { loopbackProxies } from '../trusted-proxies.ts';
import { createHttpServer } from './http-server.ts';

/** Every operation that takes a role, with a handler that says that it was reached. */
const guarded = operations.filter(({ operation: { access } }) => typeof access === 'object');
let app: Awaited<ReturnType<typeof createHttpServer>>;

beforeAll(async () => {
  const bindings = guarded.map(({ operation: { upload: _file, ...operation }, ...named }) => ({
    ...named,
    // Whatever the fields and the file: the roles are decided before them.
    operation: { ...operation, input: z.object({}) as never },
    ...{ weight: 1, sharedForMs: 0, sharedByLocale: false, values: {} },
    answer: () => {
      throw new Refusal('planUnknown');
    },
  }));
  const roles = new Map(
    operatorRoles.map((role) => [role as string, { operator: `the-${role}`, role, locale: 'en' as const }]),
  );
  app = await createHttpServer({
    ...{ bindings, streams: [], files: [], log: silentLog, securityLog: silentSecurityLog, metrics: createMetrics() },
    ...{ metricsKey: undefined, publicOrigin: undefined, host: '127.0.0.1', trustedProxies: loopbackProxies },
    ...{ limits: null, webFolder: '/nowhere', probe: async () => undefined },
    sessions: {
      peek: () => undefined,
      find: async () => ({ memberId: 7n, username: 'somebody', locale: 'en', timeZone: 'UTC' }),
    },
    operatorSessions: { peek: () => undefined, find: async (token) => roles.get(token) ?? 'none' },
  });
});
afterAll(() => app.close());

async function codeOf({ operation: { method, path } }: (typeof guarded)[number], cookie: string): Promise<string> {
  const url = `/api${path.replace(/\{\w+\}/g, '1')}`;
  return (await app.inject({ method, url, headers: { cookie, 'x-clearlot': '1' } })).json().code;
}

test('every operation for operators runs for the roles of its rule, and for nobody else', async () => {
  expect(guarded.length).toBeGreaterThan(15);
  for (const named of guarded) {
    const { access } = named.operation;
    const permitted: PermittedRoles = typeof access === 'object' ? access.role : ['owner'];
    for (const role of operatorRoles) {
      const expected = permitted.includes(role) ? 'planUnknown' : 'notPermitted';
      expect(await codeOf(named, `clearlot_operator=${role}`), `${named.name} by ${role}`).toBe(expected);
    }
    expect(await codeOf(named, 'clearlot_session=any'), named.name).toBe('notSignedIn');
    expect(await codeOf(named, ''), named.name).toBe('notSignedIn');
  }
});

test('an auditor changes nothing but the own session, and support moves no money', () => {
  const changing = guarded.flatMap(({ name, operation: { access, effect } }) =>
    effect === 'read' || typeof access !== 'object' ? [] : [{ name, roles: access.role }],
  );
  const ofAuditor = changing.filter(({ roles }) => roles.includes('auditor'));
  expect(ofAuditor.length).toBeGreaterThan(0);
  expect(ofAuditor.filter(({ roles }) => roles !== permissions.useOwnSession).map(({ name }) => name)).toEqual([]);
  const ofMoney = [permissions.moveHouseMoney, permissions.reviewWithdrawals, permissions.reviewDeposits];
  expect(ofMoney).toEqual(ofMoney.map(() => ['owner', 'finance']));
});

test('a rule is a line of the table, so that what a role may do is read in one place', () => {
  const rules: readonly unknown[] = Object.values(permissions);
  const others = guarded.filter(
    ({ operation: { access } }) => typeof access === 'object' && !rules.includes(access.role),
  );
  expect(others.map(({ name }) => name)).toEqual([]);
});
