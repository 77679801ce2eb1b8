import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Project } from '#web/features/home/built-on.ts';

interface Manifest {
  readonly homepage?: string;
  readonly repository?: string | { readonly url?: string };
}

interface Lock {
  readonly packages: Readonly<
    Record<string, { readonly version: string; readonly license?: string; readonly dependencies?: object }>
  >;
}

const root = join(import.meta.dirname, '../..');

const readJson = async <Shape>(path: string): Promise<Shape> => JSON.parse(await readFile(join(root, path), 'utf8'));

/** What Clearlot itself depends on to run, from the lock file; links are those of the installed packages. */
export async function lockedProjects(): Promise<readonly Project[]> {
  const { packages } = await readJson<Lock>('package-lock.json');
  const names = Object.keys(packages['']?.dependencies ?? {});
  return await Promise.all(
    names.map(async (name) => {
      const locked = packages[`node_modules/${name}`];
      if (locked?.license === undefined) throw new Error(`the lock file has no licence of ${name}`);
      const manifest = await readJson<Manifest>(`node_modules/${name}/package.json`);
      return { name, version: locked.version, licence: locked.license, address: addressOf(name, manifest) };
    }),
  );
}

/** An https address: manifests also name those of git and ssh. */
export function addressOf(name: string, { homepage, repository }: Manifest): string {
  if (homepage?.startsWith('https://')) return homepage;
  const source = typeof repository === 'string' ? repository : (repository?.url ?? '');
  const [, project] = /github\.com[/:]([\w.-]+\/[\w.-]+?)(?:\.git)?$/.exec(source) ?? [];
  return project === undefined ? `https://www.npmjs.com/package/${name}` : `https://github.com/${project}`;
}
