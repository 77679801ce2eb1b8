import { Kysely, PostgresDialect } from 'kysely';
import { operatorPattern } from '#contract/operator-fields.ts';
import { listOperators } from '#server/features/operators/list-operators.ts';
import { addFirstOwner } from '#server/features/operators/operator-links.ts';
import type { OperatorTables } from '#server/features/operators/operator-tables.ts';
import { renewOperatorLink } from '#server/features/operators/renew-operator-link.ts';
import { readConfig } from '#server/platform/config.ts';
import { runCommand } from '../command.ts';
import { requireOperator, withOperatorTools } from './operator-tools.ts';

const usage = `Operators: who may run the platform. The first owner is made here, all others by an owner in the console.

  npm run operator -- create NAME --role owner     while no owner can sign in: prints a one-time link
  npm run operator -- link NAME                    a new link for an owner who has lost the device; it is in the log
  npm run operator -- list

NAME is 2 to 40 small letters, digits, dots, hyphens or underscores, and begins with a letter. A link is good for 24 hours and one use;
opened, it asks for a passkey, or for a password and an authenticator app. The database is that of DATABASE_URL, else the own one in DATA_DIR.
`;

/** The command that the words mean, or null. Its result is the exit code. */
function commandOf([verb, name, roleFlag, role, ...surplus]: readonly string[]): (() => Promise<number>) | null {
  if (verb === 'list' && name === undefined) return list;
  if (name === undefined || !operatorPattern.test(name) || surplus.length > 0) return null;
  if (verb === 'create' && roleFlag === '--role' && role === 'owner') return () => create(name);
  return verb === 'link' && roleFlag === undefined ? () => renewLink(name) : null;
}

function create(name: string): Promise<number> {
  return withOperatorTools(async ({ pool }) => {
    const made = await addFirstOwner(tablesOf(pool), name, Date.now()).catch((error: unknown) => {
      const isTaken = error instanceof Error && 'code' in error && error.code === 'operatorTaken';
      throw isTaken
        ? new Error(`The name ${name} is an operator's: take another one, or npm run operator -- link ${name}.`)
        : error;
    });
    if (made === null)
      throw new Error('There is an owner who can sign in: owners make all other operators in the console.');
    printLink(name, made);
    return 0;
  });
}

function renewLink(name: string): Promise<number> {
  return withOperatorTools(async ({ pool }) => {
    const operator = await requireOperator(pool, name, ['owner']);
    const dependencies = { tables: tablesOf(pool), wallNow: Date.now };
    const reason = 'a lost device, at the server';
    printLink(name, await renewOperatorLink(dependencies, { operator: name, reason }, operator));
    return 0;
  });
}

function list(): Promise<number> {
  return withOperatorTools(async ({ pool }) => {
    for (const { operator, role, createdAt, endedAt, passkeys, hasAuthenticator } of await listOperators(
      tablesOf(pool),
      Date.now(),
    )) {
      const means = [...(passkeys > 0 ? ['passkey'] : []), ...(hasAuthenticator ? ['authenticator app'] : [])];
      const state = endedAt === null ? means.join(', ') || 'not enrolled' : `ended ${isoOf(endedAt)}`;
      console.log([operator, role, `since ${isoOf(createdAt)}`, state].join('  '));
    }
    return 0;
  });
}

function printLink(name: string, { token, expiresAt }: { readonly token: string; readonly expiresAt: number }): void {
  const { publicOrigin, port } = readConfig(process.env);
  console.log(`Link for ${name}, good once until ${isoOf(expiresAt)}:`);
  console.log(`${publicOrigin ?? `http://localhost:${port}`}/operator/enrol#${token}`);
}

const isoOf = (at: number): string => new Date(at).toISOString();

type Pool = ConstructorParameters<typeof PostgresDialect>[0]['pool'];

const tablesOf = (pool: Pool): Kysely<OperatorTables> => new Kysely({ dialect: new PostgresDialect({ pool }) });

await runCommand(async (words) => {
  const command = commandOf(words);
  if (command) return command();
  process.stderr.write(usage);
  return 2;
});
