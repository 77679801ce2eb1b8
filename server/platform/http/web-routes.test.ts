import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fastify } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sessionCookieName } from '../session.ts';
import { addWebRoutes } from './web-routes.ts';

const folder = mkdtempSync(join(tmpdir(), 'clearlot-web-'));
const app = fastify();
const homeIn = (locale: string) => `screens/hometab.${locale}.html`;
const loginIn = (locale: string) => `screens/login.${locale}.html`;
const hashOf = (letter: string) => `'sha256-${letter.repeat(43)}='`;
const member = { cookie: `${sessionCookieName}=abc` };

beforeAll(async () => {
  mkdirSync(join(folder, 'screens'));
  mkdirSync(join(folder, 'operator'));
  const write = (file: string) => writeFileSync(join(folder, file), `<!doctype html><title>Clearlot</title>${file}`);
  for (const file of [
    'index.html',
    'operator/index.html',
    homeIn('en'),
    homeIn('tc'),
    loginIn('en'),
    loginIn('tc'),
    loginIn('thai'),
  ])
    write(file);
  writeFileSync(
    join(folder, 'pages.json'),
    JSON.stringify({
      pages: {
        '/login': {
          member: false,
          link: '</assets/login.js>; rel=modulepreload',
          screens: { en: loginIn('en'), tc: loginIn('tc'), thai: loginIn('thai') },
        },
        '/hometab': {
          member: true,
          link: '</assets/home.js>; rel=modulepreload',
          screens: { en: homeIn('en'), tc: homeIn('tc') },
        },
        '/faq': { member: false, link: '' },
      },
      inline: { [homeIn('en')]: { scripts: [hashOf('s')], styles: [hashOf('t'), hashOf('u')] } },
    }),
  );
  await addWebRoutes(app, folder);
});

afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

test.each([
  ['/homeTab', member, '</assets/home.js>; rel=modulepreload'],
  ['/?from=somewhere', member, '</assets/home.js>; rel=modulepreload'],
  ['/HOMETAB', {}, '</assets/login.js>; rel=modulepreload'],
  ['/login', {}, '</assets/login.js>; rel=modulepreload'],
  ['/faq', {}, undefined],
  ['/no-such-page', member, undefined],
  ['/constructor', member, undefined],
])('%s with %o names the files that its page will ask for', async (url, headers, link) => {
  const answer = await app.inject({ url, headers });
  expect(answer.statusCode).toBe(200);
  expect(answer.body).toContain('Clearlot');
  expect(answer.headers.link).toBe(link);
});

test('the page itself is asked about each time, so that a new version is seen', async () => {
  expect((await app.inject('/login')).headers['cache-control']).toBe('no-cache');
});

test.each([
  ['/homeTab', member.cookie, homeIn('en')],
  ['/homeTab/', `${member.cookie}; clearlot_locale=tc`, homeIn('tc')],
  ['/', `clearlot_locale=tc; ${member.cookie}`, homeIn('tc')],
  ['/homeTab', 'clearlot_locale=tc', loginIn('tc')],
  ['/login', 'clearlot_locale=klingon', loginIn('en')],
  ['/faq', '', 'index.html'],
  ['/no-such-page', member.cookie, 'index.html'],
  ['/operator', member.cookie, 'operator/index.html'],
  ['/Operator/members/1234567890123456', '', 'operator/index.html'],
  ['/operators', '', 'index.html'],
])('%s with the cookies "%s" is the page %s', async (url, cookie, file) => {
  const answer = await app.inject({ url, headers: { cookie } });
  expect(answer.body).toBe(`<!doctype html><title>Clearlot</title>${file}`);
  expect(answer.headers.vary).toContain('cookie');
});

test.each([
  ['', 'th-TH,th;q=0.9', loginIn('thai')],
  ['clearlot_locale=tc', 'th', loginIn('tc')],
  ['', 'fr', loginIn('en')],
])('a first visit is in the language last used here, else in the browser’s: "%s", "%s"', async (cookie, tags, file) => {
  const answer = await app.inject({ url: '/login', headers: { cookie, 'accept-language': tags } });
  expect(answer.body).toContain(file);
  expect(answer.headers.vary).toContain('accept-language');
});

test.each(['/homeTab', '/login', '/operator', '/no-such-page'])(
  '%s loads from this origin alone, and no other site frames it',
  async (url) => {
    const { headers } = await app.inject({ url, headers: member });
    const policy = String(headers['content-security-policy']).split(';');
    const allowed = [
      "default-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "form-action 'self'",
      "connect-src 'self'",
    ];
    expect(policy).toEqual(expect.arrayContaining(allowed));
    expect(policy.filter((directive) => /\*|https?:|unsafe-|\bdata:/.test(directive))).toEqual([
      "img-src 'self' data: blob:",
    ]);
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' });
  },
);

test('of what stands inside a page only what the build wrote may run', async () => {
  const policy = async (url: string) => (await app.inject({ url, headers: member })).headers['content-security-policy'];
  expect(await policy('/homeTab')).toContain(
    `script-src 'self' ${hashOf('s')};style-src 'self' ${hashOf('t')} ${hashOf('u')};`,
  );
  for (const url of ['/login', '/faq', '/no-such-file.js']) {
    expect(await policy(url), url).toContain("script-src 'self';style-src 'self';");
  }
});
