import { connect as connectHttp2 } from 'node:http2';
import { afterEach, expect, test } from 'vitest';
import { type App, startApp } from '#server/app.ts';
import { readConfig } from '#server/platform/config.ts';
import { createTestDatabase, type TestDatabase } from '#server/platform/database/test-database.ts';
import { silentLog } from '#server/platform/log.ts';
import { TlsClient } from './tls-client.fixture.ts';
import { openTlsProxy, type TlsProxy } from './tls-proxy.fixture.ts';

const name = 'clearlot.example';
const code = 'TEST7';
/** Loopback has more addresses than the one that is trusted unless others are named. */
const proxyAddress = '127.0.5.1';
const memberAddress = '127.0.6.6';

let database: TestDatabase;
let proxy: TlsProxy;
let app: App | undefined;
let member: TlsClient;

afterEach(async () => {
  await proxy.close();
  await app?.close();
  await database.drop();
});

async function open(trustedProxies: string): Promise<void> {
  [database, proxy] = await Promise.all([createTestDatabase(), openTlsProxy({ name, localAddress: proxyAddress })]);
  member = new TlsClient({ name, port: proxy.port, authority: proxy.authority }, memberAddress);
  const config = readConfig({
    PORT: '0',
    DATABASE_URL: database.url,
    CARD_KEY: '7'.repeat(64),
    VERIFY_CODE_TEST: code,
    PUBLIC_ORIGIN: member.origin,
    TRUSTED_PROXIES: trustedProxies,
  });
  app = await startApp(config, silentLog, (error) => {
    throw error;
  });
  proxy.forwardTo(app.address);
}

const signInAddresses = async (): Promise<string[]> => {
  const { rows } = await database.pool.query<{ address: string }>('select address from sign_in');
  return rows.map(({ address }) => address);
};

test('behind a proxy that ends TLS a member signs in with Secure cookies, from the address that the proxy saw', async () => {
  await open('127.0.5.0/24');
  const { status, setCookies } = await member.register('tlsmember1', code, { 'x-forwarded-for': '198.51.100.1' });
  expect(status).toBe(200);
  expect(setCookies.join('\n')).toMatch(
    /^__Host-clearlot_session=[^;]+; .*Path=\/; HttpOnly; Secure; SameSite=Strict/m,
  );
  expect((await member.call('/user/center')).status).toBe(200);
  expect(await signInAddresses()).toEqual([memberAddress]);
  expect((await member.call('/user/center', undefined, { host: 'evil.example' })).status).toBe(403);
});

test('a proxy that is not configured is not trusted, and cookies are Secure all the same', async () => {
  await open('none');
  const { status, setCookies } = await member.register('tlsmember2', code);
  expect(status).toBe(200);
  expect(setCookies.join('\n')).toMatch(/^__Host-clearlot_session=[^;]+; .*Secure/m);
  expect(await signInAddresses()).toEqual([proxyAddress]);
});

test('over HTTP/2 the page and the event stream come through as well', async () => {
  await open('127.0.5.0/24');
  const session = connectHttp2(`https://${name}:${proxy.port}`, {
    ca: proxy.authority,
    lookup: (_host, _options, found) => found(null, [{ address: '127.0.0.1', family: 4 }], 4),
  } as Parameters<typeof connectHttp2>[1]);
  const first = (path: string): Promise<{ status: number; text: string }> =>
    new Promise((resolve, reject) => {
      const stream = session.request({ ':path': path });
      let status = 0;
      stream.once('response', (headers) => (status = Number(headers[':status'])));
      stream.setEncoding('utf8').once('data', (text: string) => {
        resolve({ status, text });
        stream.close();
      });
      stream.once('error', reject);
    });
  try {
    expect(await first('/readyz')).toEqual({ status: 200, text: 'ready\n' });
    expect(await first('/api/stream')).toMatchObject({ status: 200, text: expect.stringMatching(/^retry: \d+/) });
  } finally {
    session.destroy();
  }
});
