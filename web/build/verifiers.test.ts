import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { expect, test } from 'vitest';
import { verifiers } from './verifiers.ts';

const top = join(import.meta.dirname, '../..');

/** What a build with nothing else in it offers below /verify. */
async function offered(): Promise<ReadonlyMap<string, string>> {
  const entry = 'virtual:nothing';
  const nothing = {
    name: 'nothing',
    resolveId: (id: string) => (id === entry ? id : undefined),
    load: (id: string) => (id === entry ? 'export {}' : undefined),
  };
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [nothing, verifiers()],
    build: { write: false, rolldownOptions: { input: entry } },
  });
  const bundle = Array.isArray(built) ? built.flatMap(({ output }) => output) : 'output' in built ? built.output : [];
  return new Map(
    bundle.flatMap((file) => (file.type === 'asset' ? [[`/${file.fileName}`, String(file.source)] as const] : [])),
  );
}

test('every file that the rule page offers is there, and the programs are those that are tested', async () => {
  const programs = await offered();
  for (const name of readdirSync(join(top, 'tools/verify')).filter((one) => one.endsWith('.py')))
    expect(programs.get(`/verify/${name}`), name).toBe(readFileSync(join(top, 'tools/verify', name), 'utf8'));
  const examples = readdirSync(join(top, 'web/public/verify')).map((name) => `/verify/${name}`);
  const links = globSync('server/features/content/texts/rule/*/*.md', { cwd: top }).flatMap((file) =>
    [...readFileSync(join(top, file), 'utf8').matchAll(/^=> (\/verify\/\S+)/gm)].map(([, path = '']) => path),
  );
  expect(new Set(links).size).toBeGreaterThan(20);
  expect(links.filter((path) => !programs.has(path) && !examples.includes(path))).toEqual([]);
});
