import { mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fastify } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sessionCookieName } from '../session.ts';
import { addWebRoutes } from './web-routes.ts';

const folder = mkdtempSync(join(tmpdir(), 'clearlot-web-'));
const app = fastify();
const member = { cookie: `${sessionCookieName}=abc` };

beforeAll(async () => {
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Clearlot</title>');
  const preloads = {
    '/login': { member: false, link: '</assets/login.js>; rel=modulepreload' },
    '/hometab': { member: true, link: '</assets/home.js>; rel=modulepreload' },
    '/faq': { member: false, link: '' },
  };
  writeFileSync(join(folder, 'preloads.json'), JSON.stringify(preloads));
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
