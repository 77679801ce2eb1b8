import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const folder = join(import.meta.dirname, '../../tools/verify');

/** The programs that verify without the app, by their names. */
export async function readVerifiers(): Promise<ReadonlyMap<string, string>> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.py'));
  return new Map(
    await Promise.all(
      names.map(async (name): Promise<[string, string]> => [name, await readFile(join(folder, name), 'utf8')]),
    ),
  );
}

/** Puts those programs beside the worked examples that they are tried on, for members to download. */
export function verifiers(): Plugin {
  return {
    name: 'verifiers',
    apply: 'build',
    async generateBundle() {
      for (const [name, source] of await readVerifiers())
        this.emitFile({ type: 'asset', fileName: `verify/${name}`, source });
    },
  };
}
