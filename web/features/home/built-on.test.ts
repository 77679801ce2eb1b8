import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { builtOn, projectRoles } from './built-on.ts';

const root = new URL('../../../', import.meta.url);

async function manifest(path: string): Promise<Record<string, unknown>> {
  return JSON.parse(await readFile(new URL(`${path}package.json`, root), 'utf8'));
}

test('every package on the wall is one that Clearlot depends on, under the licence it states', async () => {
  const { dependencies, devDependencies } = await manifest('');
  const used = Object.keys({ ...(dependencies as object), ...(devDependencies as object) });
  for (const project of builtOn) {
    if (project.package === null) continue;
    expect(used, project.name).toContain(project.package);
    expect((await manifest(`node_modules/${project.package}/`)).license, project.name).toBe(project.licence);
  }
});

test('no role is empty', () => {
  expect(new Set(builtOn.map(({ role }) => role))).toEqual(new Set(projectRoles));
});
