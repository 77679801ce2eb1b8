import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { addressOf, lockedProjects } from './locked-projects.ts';

const read = async (path: string) => JSON.parse(await readFile(new URL(`../../${path}`, import.meta.url), 'utf8'));

test('the wall is the lock file’s production dependencies, each with its version, its licence and a link', async () => {
  const projects = await lockedProjects();
  const { packages } = await read('package-lock.json');
  const { dependencies } = await read('package.json');
  const locked = Object.keys(dependencies).map((name) => {
    const { version, license } = packages[`node_modules/${name}`];
    return { name, version, licence: license };
  });
  expect(locked.length).toBeGreaterThan(30);
  expect(projects.map(({ address: _, ...project }) => project)).toEqual(locked);
  expect(projects.filter(({ address }) => !/^https:\/\/[\w.-]+\.\w+(\/|$)/.test(address))).toEqual([]);
});

test('a link is the project’s page, else its repository, else its place in the registry', () => {
  const repository = { url: 'git+ssh://git@github.com/isaacs/node-lru-cache.git' };
  expect(addressOf('a', { homepage: 'https://a.dev', repository })).toBe('https://a.dev');
  expect(addressOf('a', { homepage: 'http://a.dev', repository })).toBe('https://github.com/isaacs/node-lru-cache');
  expect(addressOf('a', { repository: 'git@github.com:siimon/prom-client.git' })).toBe(
    'https://github.com/siimon/prom-client',
  );
  expect(addressOf('@a/b', {})).toBe('https://www.npmjs.com/package/@a/b');
});
