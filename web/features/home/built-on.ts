/** A project's role. */
export const projectRoles = ['interface', 'server', 'records', 'market', 'checking'] as const;

export interface Project {
  readonly name: string;
  readonly role: (typeof projectRoles)[number];
  readonly licence: string;
  /** Its npm package, where it has one. */
  readonly package: string | null;
}

/** Open-source projects and data sources that Clearlot is built on; none of them is affiliated. */
export const builtOn: readonly Project[] = [
  { name: 'React', role: 'interface', licence: 'MIT', package: 'react' },
  { name: 'TanStack Query', role: 'interface', licence: 'MIT', package: '@tanstack/react-query' },
  { name: 'Lightweight Charts', role: 'interface', licence: 'Apache-2.0', package: 'lightweight-charts' },
  { name: 'Inter', role: 'interface', licence: 'OFL-1.1', package: '@fontsource-variable/inter' },
  { name: 'Vite', role: 'interface', licence: 'MIT', package: 'vite' },
  { name: 'Fastify', role: 'server', licence: 'MIT', package: 'fastify' },
  { name: 'Zod', role: 'server', licence: 'MIT', package: 'zod' },
  { name: 'Pino', role: 'server', licence: 'MIT', package: 'pino' },
  { name: 'PostgreSQL', role: 'records', licence: 'PostgreSQL', package: null },
  { name: 'node-postgres', role: 'records', licence: 'MIT', package: 'pg' },
  { name: 'Kysely', role: 'records', licence: 'MIT', package: 'kysely' },
  { name: 'Binance candles by way of DcaTpStrategy', role: 'market', licence: 'MIT', package: null },
  { name: 'CCXT', role: 'market', licence: 'MIT', package: 'ccxt' },
  { name: 'noble-hashes', role: 'checking', licence: 'MIT', package: '@noble/hashes' },
  { name: 'node-rs argon2', role: 'checking', licence: 'MIT', package: '@node-rs/argon2' },
  { name: 'fast-check', role: 'checking', licence: 'MIT', package: 'fast-check' },
  { name: 'Playwright', role: 'checking', licence: 'Apache-2.0', package: '@playwright/test' },
];
