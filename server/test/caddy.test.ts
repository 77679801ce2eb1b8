import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { type ClientHttp2Session, connect as connectHttp2 } from 'node:http2';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type App, startApp } from '#server/app.ts';
import { makeCertificate } from '#server/platform/certificate.fixture.ts';
import { readConfig } from '#server/platform/config.ts';
import { createTestDatabase, type TestDatabase } from '#server/platform/database/test-database.ts';
import { silentLog } from '#server/platform/log.ts';
import { picture } from './image-world.fixture.ts';
import { TlsClient, type TlsSite } from './tls-client.fixture.ts';

const hasCaddy = spawnSync('caddy', ['version']).status === 0;
const name = 'clearlot.example';
const code = 'TEST7';
const memberAddress = '127.0.6.6';
const root = join(import.meta.dirname, '../..');

/** The whole configuration that README says Caddy needs. */
function configurationOfReadme(): string {
  const behindTls = readFileSync(join(root, 'README.md'), 'utf8').split('### Behind TLS')[1] ?? '';
  return behindTls.split('```\n')[1] ?? '';
}

/** README's configuration for the addresses of this test, and with its certificate in place of one that an authority would send. */
function configurationFor(site: TlsSite, target: string, folder: string): string {
  const settings = `{\n\tadmin off\n\tauto_https off\n\tstorage file_system ${folder}\n}\n`;
  const own = `\tbind 127.0.0.1\n\ttls ${folder}/certificate.pem ${folder}/key.pem\n`;
  return (
    settings +
    configurationOfReadme()
      .replace(`${name} {\n`, `https://${name}:${site.port} {\n${own}`)
      .replace('127.0.0.1:8080', new URL(target).host)
  );
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

const listens = (port: number): Promise<boolean> =>
  new Promise((answer) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => socket.destroy()).once('error', () => undefined);
    socket.once('close', (hadError) => answer(!hadError));
  });

test('README has a configuration for the name and the address that its settings have', () => {
  expect(configurationOfReadme()).toBe(`${name} {\n\treverse_proxy 127.0.0.1:8080\n}\n`);
});

describe.skipIf(!hasCaddy)('with the Caddy of README in front (needs caddy)', () => {
  let folder: string;
  let database: TestDatabase;
  let app: App;
  let caddy: ChildProcess;
  let site: TlsSite;
  let member: TlsClient;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'clearlot-caddy-'));
    const { key, certificate, authority } = await makeCertificate(name);
    database = await createTestDatabase();
    site = { name, port: await freePort(), authority };
    member = new TlsClient(site, memberAddress);
    const settings = { PORT: '0', DATABASE_URL: database.url, CARD_KEY: '7'.repeat(64), VERIFY_CODE_TEST: code };
    app = await startApp(readConfig({ ...settings, PUBLIC_ORIGIN: member.origin }), silentLog, (error) => {
      throw error;
    });
    writeFileSync(join(folder, 'key.pem'), key);
    writeFileSync(join(folder, 'certificate.pem'), certificate);
    writeFileSync(join(folder, 'Caddyfile'), configurationFor(site, app.address, folder));
    caddy = spawn('caddy', ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'], {
      env: { PATH: process.env.PATH, HOME: folder },
      stdio: 'ignore',
    });
    await vi.waitUntil(() => listens(site.port), { timeout: 60_000, interval: 30 });
  });

  afterAll(async () => {
    caddy?.kill('SIGKILL');
    await app?.close();
    await database?.drop();
    await rm(folder, { recursive: true });
  });

  const http2 = (): ClientHttp2Session =>
    connectHttp2(member.origin, {
      ca: site.authority,
      lookup: (_host, _options, found) => found(null, [{ address: '127.0.0.1', family: 4 }], 4),
    } as Parameters<typeof connectHttp2>[1]);

  test('a member signs in with Secure cookies bound to the host, from their own address, whatever they claim', async () => {
    const claimed = {
      'x-forwarded-for': '198.51.100.1',
      'x-forwarded-proto': 'http',
      'x-forwarded-host': 'evil.example',
    };
    const { status, setCookies } = await member.register('caddymember', code, claimed);
    expect(status).toBe(200);
    expect(setCookies.join('\n')).toMatch(
      /^__Host-clearlot_session=[^;]+; .*Path=\/; HttpOnly; Secure; SameSite=Strict/m,
    );
    expect((await member.call('/user/center', undefined, claimed)).status).toBe(200);
    const { rows } = await database.pool.query<{ address: string }>('select distinct address from sign_in');
    expect(rows).toEqual([{ address: memberAddress }]);
  });

  test('a picture is uploaded through it', async () => {
    const file = await picture(3);
    const head =
      '--x\r\ncontent-disposition: form-data; name="image"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n';
    const body = Buffer.concat([Buffer.from(head), file, Buffer.from('\r\n--x--\r\n')]);
    const uploaded = await member.call('/api/image', body, { 'content-type': 'multipart/form-data; boundary=x' });
    expect(uploaded).toMatchObject({ status: 200, json: { url: { width: 40, height: 30 } } });
  });

  test('HTTP/2 brings the page, and each event of the stream as it happens', async () => {
    const session = http2();
    try {
      const page = session.request({ ':path': '/readyz' });
      const [head] = await once(page, 'response');
      expect([head[':status'], session.alpnProtocol]).toEqual([200, 'h2']);
      expect(head['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
      const stream = session.request({
        ':path': '/api/stream',
        cookie: [...member.cookies].map((one) => one.join('=')).join('; '),
      });
      let seen = '';
      stream.setEncoding('utf8').on('data', (text: string) => (seen += text));
      const [opened] = await once(stream, 'response');
      expect(opened['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
      await expect.poll(() => seen).toMatch(/^retry: \d+/);
      expect(seen).not.toContain('event: security');
      expect((await member.call('/security/freeze', {})).status).toBe(200);
      await expect.poll(() => seen).toContain('event: security');
      expect(stream.closed).toBe(false);
      stream.close();
    } finally {
      session.destroy();
    }
  });
});
