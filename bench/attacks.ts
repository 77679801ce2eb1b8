import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import sharp from 'sharp';
import { type HostileKind, openHostileClients } from '#server/test/hostile.fixture.ts';
import { loginPassword, Phone, type PhoneResponse } from '#server/test/phone.fixture.ts';
import { type ChildServer, startChildServer } from './child-server.ts';
import { withDurableServer } from './durable-server.ts';
import { httpLoad } from './http-load.ts';
import { print, shortNumber } from './report.ts';

/**
 * The attacks that once broke the product, run again on a whole server: each prints what it achieved, and the command fails where one
 * broke something. What needs a fault beside it stands in `kills.ts`, `fuzz.ts` and the tests of the operator with the database.
 */
const code = 'TEST7';
const openFilesMax = 4_096;
const servedWithinMs = 1_000;
/** Those whose names begin so: `node bench/attacks.ts M9`. */
const only = process.argv[2] ?? '';

interface Target {
  readonly server: ChildServer;
  readonly address: string;
  /** An account that is signed in, of the owner of what is attacked. */
  readonly owner: Phone;
}

/** What came of an attack: whether it held, and a figure of it. */
interface Outcome {
  readonly held: boolean;
  readonly figure: string;
}

type Attack = (target: Target) => Promise<Outcome>;

const ownName = 'attacked1';

/** Against a server that trusts no proxy, so that loopback addresses stand for networks, and may open few files. */
const byConnections: readonly (readonly [name: string, attack: Attack])[] = [
  ['H1: 4,300 silent connections of 20 addresses', (target) => crowd(target, 'silent', 4_300, 20)],
  ['H1: 1,463 streams of one address', (target) => crowd(target, 'stream', 1_463, 1)],
  ['H1: 1,463 clients of one address that do not read', (target) => crowd(target, 'deaf', 1_463, 1)],
  [
    'M5: X-Forwarded-For of a caller that is no proxy',
    async ({ server }) => {
      const statuses = await inTurn(12, (number) =>
        rawStatus(
          server.port,
          `GET /api/reference HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 203.0.113.${number}\r\n`,
        ),
      );
      const refused = statuses.filter((status) => status === 429).length;
      return { held: refused > 0, figure: `${refused} of 12 dear reads refused as one caller’s` };
    },
  ],
];

/** Against a server whose proxies are on loopback, which says whose call it is. */
const byRequests: readonly (readonly [name: string, attack: Attack])[] = [
  [
    'H2: the form of a registration sent again, 10 times, and with 30 guesses',
    async ({ address }) => {
      const victim = new Phone(address);
      await victim.register('attacked2', code);
      const thief = new Phone(address);
      thief.takeCookies(victim);
      const again = (password: string) => thief.post('/login/upregister', registration('attacked2', password));
      const replays = await inTurn(10, () => again(loginPassword));
      const guesses = await inTurn(30, (number) => again(`wrong${1_000 + number}`));
      const entered = [...guesses, ...replays].filter(isGranted).length;
      return {
        held: guesses.every((one) => !isGranted(one)) && entered <= 1,
        figure: `${entered} of 40 entered; ${codesOf([...replays, ...guesses])}`,
      };
    },
  ],
  [
    'H4: registrations by a script that reads the code, without the work',
    async ({ address }) => {
      const tries = await inTurn(40, async (number) => {
        const script = new Phone(address);
        await script.get('/verify/code');
        return script.post('/login/upregister', registration(`script${number}`, loginPassword), from(number));
      });
      const opened = tries.filter(isGranted).length;
      return { held: opened === 0, figure: `${opened} of 40 accounts opened; ${codesOf(tries)}` };
    },
  ],
  [
    'L2: the best known passwords, and the own name',
    async ({ address }) => {
      const phone = new Phone(address);
      const weak = ['password1', 'qwerty123', '123456789', 'attacked3'];
      const tries = await inTurn(weak.length, async (number) => {
        await phone.drawCaptcha();
        return phone.post('/login/upregister', registration('attacked3', weak[number] ?? ''));
      });
      const taken = tries.filter(isGranted).length;
      return { held: taken === 0, figure: `${taken} of ${weak.length} taken; ${codesOf(tries)}` };
    },
  ],
  [
    'M1: a stolen session sets the first withdrawal password',
    async ({ address, owner }) => {
      const thief = new Phone(address);
      thief.takeCookies(owner);
      const wanted = { password: 'stolen11', repassword: 'stolen11', code };
      const tries = await inTurn(4, async (number) => {
        await thief.drawCaptcha();
        return thief.post(
          '/User/uppp',
          number === 0 ? wanted : { ...wanted, login: `guess${1_000 + number}` },
          from(9),
        );
      });
      return { held: tries.every((one) => !isGranted(one)), figure: codesOf(tries) };
    },
  ],
  [
    'M4: wrong passwords lock the owner out',
    async ({ address, owner }) => {
      const signIn = async (phone: Phone, password: string, network: number) => {
        await phone.drawCaptcha();
        return phone.post('/Login/walletLogin', { username: ownName, password, code }, from(network));
      };
      const stranger = new Phone(address);
      const guesses = await inTurn(9, (number) => signIn(stranger, `wrong${1_000 + number}`, 66));
      const elsewhere = await signIn(new Phone(address), loginPassword, 67);
      const session = await owner.get('/user/center');
      const locked = guesses.filter(({ code: reason }) => reason === 'signInLocked').length;
      return {
        held: locked > 0 && isGranted(elsewhere) && isGranted(session),
        figure: `${locked} of 9 guesses met the lock; the owner elsewhere: ${elsewhere.code ?? 'signed in'}`,
      };
    },
  ],
  [
    'L1: a foreign Host, two Hosts, a foreign site',
    async ({ server }) => {
      const ask = (headers: string) => rawStatus(server.port, `GET /api/user/loginstate HTTP/1.1\r\n${headers}`);
      const post = (headers: string) =>
        rawStatus(server.port, `POST /api/Login/walletLogin HTTP/1.1\r\nContent-Length: 0\r\n${headers}`);
      const statuses = [
        await ask('Host: evil.example\r\nOrigin: http://evil.example\r\n'),
        await ask('Host: localhost\r\nHost: evil.example\r\n'),
        await ask('Host: localhost\r\nX-Forwarded-Host: evil.example\r\n'),
        await post('Host: localhost\r\nX-Clearlot: 1\r\nOrigin: http://evil.example\r\n'),
        await post('Host: localhost\r\n'),
      ];
      return { held: statuses.join() === '403,400,403,403,403', figure: statuses.join(', ') };
    },
  ],
  [
    'M8: a PNG of 39.9 Mpx in 16 bits, interlaced, 8 times at once',
    async ({ owner }) => {
      const heavy = sharp({
        create: { width: 6_316, height: 6_316, channels: 4, background: { r: 20, g: 90, b: 200, alpha: 0.5 } },
      });
      const bytes = await heavy.toColourspace('rgb16').png({ progressive: true }).toBuffer();
      const waits = await Promise.all(
        Array.from({ length: 8 }, async () => {
          const begun = performance.now();
          const { status } = await owner.send('/api/image', imageForm(bytes));
          return { status, ms: performance.now() - begun };
        }),
      );
      const slowest = Math.max(...waits.map(({ ms }) => ms));
      return {
        held: waits.every(({ status }) => status >= 400 && status < 500) && slowest <= servedWithinMs,
        figure: `${shortNumber(bytes.length / 1_000)} kB each, slowest refusal ${shortNumber(slowest)} ms`,
      };
    },
  ],
  [
    'M9: what was answered by 500',
    async ({ owner }) => {
      const json = { 'content-type': 'application/json' };
      const statuses = [
        (await owner.post('/User/rebank', { bank: ' 5', name: 'a', card: '4' })).status,
        (await owner.file('/api/image/%00')).status,
        (await owner.send('/Finance/withdraw', '{"amount":"1","comment":"\\ud800x"}', json)).status,
        (await owner.send('/Exchange/shenqing', '{"coin":"\\udfff","id":"1","multiple":"3","price":"1"}', json)).status,
      ];
      return { held: statuses.every((status) => status >= 400 && status < 500), figure: statuses.join(', ') };
    },
  ],
];

/** Against a server without rate limits: what a read costs. */
const byLoad: readonly (readonly [name: string, attack: Attack])[] = (['/page/help', '/verify/code'] as const).map(
  (path) => [
    `M9, dear reads: GET ${path} over 64 connections`,
    async ({ server }) => {
      const next = (): string => `GET /api${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
      const { requestsPerSecond, p99Ms } = await httpLoad({ port: server.port, connections: 64, seconds: 3, next });
      const figure = `${shortNumber(requestsPerSecond)}/s, p99 ${shortNumber(p99Ms)} ms`;
      return { held: p99Ms <= servedWithinMs, figure };
    },
  ],
);

await withDurableServer(async ({ database }) => {
  const rounds = [
    { name: 'connections', attacks: byConnections, settings: { TRUSTED_PROXIES: '192.0.2.1' } },
    { name: 'requests', attacks: byRequests, settings: {} },
    { name: 'load', attacks: byLoad, settings: { RATE_LIMIT: 'off' } },
  ] as const;
  for (const { name, attacks: all, settings } of rounds) {
    const attacks = all.filter(([title]) => title.startsWith(only));
    if (attacks.length === 0) continue;
    const environment = {
      PORT: '0',
      LOG_LEVEL: 'fatal',
      VERIFY_CODE_TEST: code,
      CARD_KEY: '7'.repeat(64),
      DATABASE_URL: await database(name),
      ...settings,
    };
    const server = await startChildServer('../server/main.ts', environment, [], [], openFilesMax);
    const address = `http://127.0.0.1:${server.port}`;
    const owner = new Phone(address);
    try {
      await owner.register(ownName, code);
      for (const [title, attack] of attacks) {
        const { held, figure } = await attack({ server, address, owner });
        print(`  ${held ? 'held ' : 'BROKE'}  ${title}: ${figure}`);
        if (!held) process.exitCode = 1;
      }
    } finally {
      await server.stop();
    }
  }
});

/** Holds hostile connections open, and asks beside them as the owner does: it must be served, within a second. */
async function crowd({ server, owner }: Target, kind: HostileKind, count: number, addresses: number): Promise<Outcome> {
  const addressOf = (number: number): string => `127.0.9.${(number % addresses) + 1}`;
  const clients = openHostileClients({ port: server.port, kind, count, addressOf, againAfterMs: 500 });
  try {
    const waits: number[] = [];
    let failed = 0;
    for (let look = 0; look < 20; look += 1) {
      const begun = performance.now();
      const answer = await owner.get('/user/center').catch(() => null);
      waits.push(performance.now() - begun);
      if (answer === null || !isGranted(answer)) failed += 1;
      await wait(100);
    }
    const slowest = Math.max(...waits);
    const figure = `${clients.open} open after ${clients.closed} were closed, ${failed} of 20 calls failed, slowest ${shortNumber(slowest)} ms`;
    return { held: failed === 0 && slowest <= servedWithinMs, figure };
  } finally {
    clients.stop();
  }
}

function codesOf(answers: readonly PhoneResponse[]): string {
  return [...new Set(answers.map(({ code: reason }) => reason ?? 'granted'))].join(', ');
}

function isGranted({ status }: PhoneResponse): boolean {
  return status === 200;
}

/** The header by which the proxy says whose network it is. */
function from(network: number): Record<string, string> {
  return { 'x-forwarded-for': `203.0.113.${network}` };
}

function registration(username: string, password: string): Record<string, string> {
  return { username, password, repassword: password, invite: 'CLEARLOT', code, adult: '1', terms: '1' };
}

async function inTurn<Result>(count: number, run: (number: number) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  for (let number = 0; number < count; number += 1) results.push(await run(number));
  return results;
}

function imageForm(bytes: Buffer): FormData {
  const body = new FormData();
  body.append('image', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'a.png');
  return body;
}

/** Status of a request whose head is sent as it is; 0 where the connection was closed without one. */
async function rawStatus(port: number, head: string): Promise<number> {
  const socket = connect({ host: '127.0.0.1', port });
  let said = '';
  socket.setEncoding('latin1').on('data', (text: string) => (said += text));
  socket.on('error', () => undefined);
  socket.write(`${head}Connection: close\r\n\r\n`);
  await new Promise((resolve) => socket.once('close', resolve));
  return Number(/^HTTP\/1\.1 (\d+)/.exec(said)?.[1] ?? 0);
}
