import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { type IdentityFeature, openIdentity } from '#server/features/identity/identity-feature.ts';
import { openProfile } from '#server/features/profile/profile-feature.ts';
import { createTestDatabase, type TestDatabase } from '#server/platform/database/test-database.ts';
import { type Bus, openBus } from '#server/platform/events/bus.ts';
import { openMemberEvents } from '#server/platform/events/member-events.ts';
import { createHttpServer } from '#server/platform/http/http-server.ts';
import { silentLog } from '#server/platform/log.ts';
import { memberNumbers } from '#server/platform/member-number.ts';
import { createMetrics } from '#server/platform/metrics.ts';
import { openPasswordGate } from '#server/platform/password-gate.ts';
import { onlyKey } from '#server/platform/secret-keys.ts';
import { openSecurityActs } from '#server/platform/security-acts.ts';
import { type SecurityLog, silentSecurityLog } from '#server/platform/security-log.ts';
import { loopbackProxies } from '#server/platform/trusted-proxies.ts';
import { workForm } from '#server/test/captcha-work.fixture.ts';
import { fixedAnswer } from '#server/test/identity.fixture.ts';

/** One node that serves HTTP on loopback. */
export interface HttpNode {
  readonly address: string;
  readonly app: FastifyInstance;
  readonly bus: Bus;
  readonly accounts: IdentityFeature;
  /** Members whose session ends this node was notified of. */
  readonly ended: readonly bigint[];
  /** How often this node was notified that it may have missed one. */
  endsMissed(): number;
}

export interface HttpNodes {
  readonly database: TestDatabase;
  readonly nodes: readonly [HttpNode, HttpNode];
  passTime(milliseconds: number): void;
  close(): Promise<void>;
}

/** Two nodes on one fresh database, on a wall clock that the test moves. */
export async function openHttpNodes(securityLog = silentSecurityLog): Promise<HttpNodes> {
  const database = await createTestDatabase();
  let wallMs = Date.UTC(2026, 4, 1, 12);
  const open = (): Promise<HttpNode> => openNode(database, () => wallMs, securityLog);
  const nodes = [await open(), await open()] as const;
  return {
    database,
    nodes,
    passTime: (milliseconds) => {
      wallMs += milliseconds;
    },
    close: async () => {
      for (const { app, accounts, bus } of nodes) {
        await app.close();
        await accounts.close?.();
        await bus.close();
      }
      await database.drop();
    },
  };
}

async function openNode(database: TestDatabase, wallNow: () => number, securityLog: SecurityLog): Promise<HttpNode> {
  const bus = await openBus(database.pool, database.url, silentLog);
  const ended: bigint[] = [];
  let missed = 0;
  const accounts = openIdentity({
    operatorEvents: { publish: async () => undefined },
    pool: database.pool,
    bus,
    passwords: await openPasswordGate(),
    acts: openSecurityActs(openMemberEvents(bus), { now: wallNow }, securityLog),
    securityLog,
    log: silentLog,
    clock: { now: wallNow },
    secretKeys: onlyKey(Buffer.alloc(32, 7)),
    memberNumbers: memberNumbers(Buffer.alloc(32, 7)),
    publicOrigin: undefined,
    captchaTest: fixedAnswer,
    areRegistrationsBounded: true,
    wallNow,
    recordRegistration: async () => undefined,
    onRegistered: () => undefined,
    onSessionEnded: (memberId) => ended.push(memberId),
    onSessionEndsMissed: () => missed++,
    freeze: async () => undefined,
    freezeHoldOf: async () => null,
  });
  const profile = openProfile({
    pool: database.pool,
    clock: { now: wallNow },
    offers: { changes: () => [] },
    acts: openSecurityActs(openMemberEvents(bus), { now: wallNow }, silentSecurityLog),
    sessions: accounts.sessions,
    identity: accounts.check,
    owner: {
      requireUnfrozen: async () => undefined,
      requireToStayUnfrozen: async () => undefined,
      reauthenticate: accounts.check.reauthenticate,
    },
  });
  const app = await createHttpServer({
    bindings: [...accounts.bindings, ...profile.bindings],
    streams: [],
    files: [],
    operatorSessions: { peek: () => 'none', find: async () => 'none' },
    sessions: accounts.sessions,
    log: silentLog,
    securityLog,
    metrics: createMetrics(),
    metricsKey: undefined,
    publicOrigin: undefined,
    host: '127.0.0.1',
    trustedProxies: loopbackProxies,
    limits: null,
    webFolder: '/nonexistent',
    probe: async () => undefined,
    isPassing: () => false,
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  return { address: `http://127.0.0.1:${port}`, app, bus, accounts, ended, endsMissed: () => missed };
}

export interface HttpResponse {
  readonly status: number;
  readonly envelope: {
    readonly status: boolean;
    readonly info: unknown;
    readonly url: unknown;
    readonly code?: string;
    readonly state?: number;
  };
  readonly setCookies: readonly string[];
  readonly headers: Headers;
}

/** A phone's browser: keeps cookies and sends the web app's headers. */
export class Phone {
  readonly cookies = new Map<string, string>();
  readonly headers: Record<string, string>;
  node: HttpNode;

  constructor(node: HttpNode, headers: Record<string, string> = {}) {
    this.headers = { 'x-clearlot': '1', 'sec-fetch-site': 'same-origin', ...headers };
    this.node = node;
  }

  async call(method: string, path: string, body?: string, headers: Record<string, string> = {}): Promise<HttpResponse> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(`${this.node.address}/api${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...this.headers,
        ...(cookie === '' ? {} : { cookie }),
        ...(body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
    });
    const setCookies = response.headers.getSetCookie();
    for (const line of setCookies) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/max-age=0(;|$)/i.test(line)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    const text = await response.text();
    return { status: response.status, envelope: JSON.parse(text || '{}'), setCookies, headers: response.headers };
  }

  get = (path: string, headers?: Record<string, string>) => this.call('GET', path, undefined, headers);

  /** Draws a captcha and does its work. */
  async drawCaptcha(): Promise<HttpResponse> {
    const drawn = await this.get('/verify/code');
    await this.post('/verify/work', await workForm(drawn.envelope.url));
    return drawn;
  }

  post = (path: string, fields: Record<string, string> | string, headers?: Record<string, string>) =>
    this.call('POST', path, typeof fields === 'string' ? fields : new URLSearchParams(fields).toString(), headers);

  async register(username: string, fields: Record<string, string> = {}): Promise<HttpResponse> {
    await this.drawCaptcha();
    return await this.post('/login/upregister', { ...formOf(username), ...fields });
  }
}

/** The registration form, filled in. */
export const formOf = (username: string) => ({
  username,
  password: 'quiet99owl',
  repassword: 'quiet99owl',
  invite: 'CLEARLOT',
  code: fixedAnswer,
  adult: '1',
  terms: 'true',
});
