import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll } from 'vitest';
import * as z from 'zod/mini';
import { positiveUsdtField, textField, usdtText } from '#contract/fields.ts';
import { operation } from '#contract/operation.ts';
import { silentLog } from '../log.ts';
import { createMetrics } from '../metrics.ts';
import { Refusal } from '../refusal.ts';
import { silentSecurityLog } from '../security-log.ts';
import type { Session } from '../session.ts';
import { loopbackProxies } from '../trusted-proxies.ts';
import { bindAll, type Call } from './binding.ts';
import { createHttpServer } from './http-server.ts';

const common = { summary: 'A sample.', answerIn: 'url', errors: [] } as const;

const echo = operation({
  ...common,
  method: 'GET',
  path: '/Sample/Echo/{coin}/time/{time}',
  access: 'public',
  effect: 'read',
  input: z.strictObject({
    coin: textField(/^[A-Z]{2,5}$/, 'coinMissing', 'coinUnknown'),
    time: z.optional(z.enum(['', '5m'])),
  }),
  output: z.object({ coin: z.string(), time: z.optional(z.string()) }),
});

const move = operation({
  ...common,
  method: 'POST',
  path: '/Sample/move',
  access: 'member',
  effect: 'money',
  input: z.strictObject({
    amount: positiveUsdtField('amountMissing', 'amountInvalid'),
    note: z.optional(z.string()),
    level: textField(/^\d$/, 'levelMissing', 'levelUnknown'),
  }),
  output: z.object({ amount: usdtText, key: z.nullable(z.string()) }),
  message: 'planPlaced',
});

const greet = operation({
  ...common,
  method: 'GET',
  path: '/sample/greet',
  access: 'public',
  effect: 'read',
  input: z.strictObject({ name: z.optional(z.string()) }),
  output: z.object({ text: z.string(), made: z.number() }),
});

const leave = operation({
  ...common,
  method: 'GET',
  path: '/sample/leave',
  access: 'public',
  effect: 'write',
  input: z.strictObject({}),
  output: z.object({}),
});

const session: Session = { memberId: 7n, username: 'somebody', locale: 'en', timeZone: 'UTC' };
const sessions = new Map<string, Session>([
  ['live', session],
  ['another', { ...session, memberId: 8n, username: 'anybody' }],
]);
export const signedIn = { cookie: 'clearlot_session=live', 'x-clearlot': '1' };
const form = { 'content-type': 'application/x-www-form-urlencoded' };

/** A server with sample operations, for the tests of one file. */
export interface SampleServer {
  readonly app: FastifyInstance;
  /** Calls of `leave` that reached it. */
  leaves: number;
  /** What `move` throws for the note "fails". */
  failure: Error;
  /** Whether `move` waits for `release`, which is set once a call is there. */
  isHeld: boolean;
  release: (() => void) | null;
  /** A form to the sample operation `move`, of a member. */
  post(payload: string, headers?: Record<string, string>): Promise<LightMyRequestResponse>;
}

/** Opens the server before the tests of the file and closes it after them. */
export function sampleServer(): SampleServer {
  let app: FastifyInstance | undefined;
  let webFolder = '';
  const sample: SampleServer = {
    get app() {
      if (!app) throw new Error('the server is not open yet');
      return app;
    },
    leaves: 0,
    failure: new Error('never set'),
    isHeld: false,
    release: null,
    post: (payload, headers = {}) =>
      sample.app.inject({
        method: 'POST',
        url: '/api/sample/MOVE',
        payload,
        headers: { ...signedIn, ...form, ...headers },
      }),
  };
  beforeAll(async () => {
    webFolder = mkdtempSync(join(tmpdir(), 'clearlot-web-'));
    mkdirSync(join(webFolder, 'assets'));
    writeFileSync(join(webFolder, 'index.html'), '<!doctype html><title>Clearlot</title>');
    writeFileSync(join(webFolder, 'assets', 'app-1234.js'), 'export {};');
    app = await openServer(sample, webFolder);
  });
  afterAll(async () => {
    await app?.close();
    await rm(webFolder, { recursive: true });
  });
  return sample;
}

function openServer(sample: SampleServer, webFolder: string): Promise<FastifyInstance> {
  return createHttpServer({
    bindings: bindSamples(sample),
    files: [
      {
        path: '/sample/file/{name}',
        read: async (_memberId, name) => {
          if (name.includes('\0')) throw new Error('invalid byte sequence for encoding "UTF8": 0x00');
          if (name === 'bug') throw new Error('a bug with the secret s3cret in it');
          return { type: 'text/plain', bytes: Buffer.from(name) };
        },
      },
    ],
    streams: [
      {
        path: '/sample/stream',
        open: ({ response, query }) => {
          response.writeHead(200, { 'content-type': 'text/event-stream' });
          response.end(`data: ${query.coin}\n\n`);
        },
      },
    ],
    operatorSessions: { peek: () => 'none', find: async () => 'none' },
    sessions: {
      peek: (token) => sessions.get(token),
      find: async (token) => sessions.get(token) ?? (token === 'old' ? 'expired' : 'none'),
    },
    log: silentLog,
    securityLog: silentSecurityLog,
    metrics: createMetrics(),
    metricsKey: 'scraper-key-of-this-test',
    publicOrigin: undefined,
    host: '127.0.0.1',
    trustedProxies: loopbackProxies,
    isPassing: (error) => error instanceof RangeError,
    limits: null,
    webFolder,
    probe: async () => undefined,
  });
}

function bindSamples(sample: SampleServer) {
  let greetings = 0;
  return bindAll(
    'sample',
    { echo, move, leave, greet },
    {
      echo: (input) => ({ ...input }),
      move: async ({ amount, note }, call: Call) => {
        if (note === 'bug') throw new Error('a bug with the secret s3cret in it');
        if (note === 'fails') throw sample.failure;
        if (note === 'busy') throw new RangeError('too many wait');
        if (note === 'poor') throw new Refusal('insufficientFunds', { available: '1.00' });
        if (sample.isHeld) await new Promise<void>((done) => (sample.release = done));
        return { amount, key: call.idempotencyKey };
      },
      greet: {
        handler: ({ name }, { locale }) => ({ text: `${locale} ${name}`, made: ++greetings }),
        sharedForMs: 60_000,
        sharedByLocale: true,
      },
      leave: (_input, call) => {
        sample.leaves += 1;
        call.cookies.clear('clearlot_session');
        return {};
      },
    },
  );
}
