import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { register } from './member.ts';
import { test } from './test.ts';

const dist = join(import.meta.dirname, '../web/dist');

interface Chunk {
  readonly file: string;
  readonly src?: string;
}

const manifestOf = (folder: string): Record<string, Chunk> =>
  JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8'));

test('no file of the members’ app is made of the console or leads to it, and the console’s are its own', () => {
  const ofMembers = Object.entries(manifestOf(dist));
  expect(ofMembers.length).toBeGreaterThan(50);
  expect(ofMembers.filter(([source]) => source.includes('operator/'))).toEqual([]);
  // Every call of operators is below this path.
  const leading = ofMembers.filter(
    ([, { file }]) => /\.js$/.test(file) && readFileSync(join(dist, file), 'utf8').includes('/operator/'),
  );
  expect(leading.map(([source]) => source)).toEqual([]);
  const ofConsole = Object.values(manifestOf(join(dist, 'operator')));
  expect(ofConsole.some(({ src }) => src === 'sections/members.tsx')).toBe(true);
  const shared = new Set(ofMembers.map(([, { file }]) => file));
  expect(ofConsole.filter(({ file }) => shared.has(`operator/${file}`))).toEqual([]);
});

test('a member’s phone asks for nothing of the console', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await register(page);
  for (const path of ['/homeTab', '/tab1', '/tab4', '/securityCenter']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  expect(asked.length).toBeGreaterThan(20);
  expect(asked.filter((path) => path.startsWith('/operator') || path.startsWith('/api/operator'))).toEqual([]);
});
