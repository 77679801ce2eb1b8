import { Kysely, PostgresDialect, sql } from 'kysely';
import { operatorPattern } from '#contract/operator-fields.ts';
import type { OperatorRole } from '#contract/roles.ts';
import { listOperators } from '#server/features/operators/list-operators.ts';
import { addFirstOwner, atServer } from '#server/features/operators/operator-links.ts';
import { renewOperatorLink } from '#server/features/operators/renew-operator-link.ts';
import { readConfig } from '#server/platform/config.ts';
import type { ActingOperator } from '#server/platform/operators/operator-acts.ts';
import { runCommand, withDatabase } from '../command.ts';

const usage = `Operators: who may run the platform. The first owner is made here, all others by an owner in the console.

  npm run operator -- create NAME --role owner     while no owner can sign in: prints a one-time link
  npm run operator -- link NAME                    a new link for an owner who has lost the device; it is in the log
  npm run operator -- list

Make two owners before the first of them signs in: whoever enrols by a link of another operator, or by a new one from here, counts as one
person with its maker for 7 days, and much takes two.

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
  return withTables(async (tables) => {
    const made = await addFirstOwner(tables, name, Date.now()).catch((error: unknown) => {
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
  return withTables(async (tables) => {
    const owner = await requireOwner(tables, name);
    const reason = 'a lost device, at the server';
    const dependencies = { tables, wallNow: Date.now };
    printLink(name, await renewOperatorLink(dependencies, { operator: name, reason }, owner, atServer));
    return 0;
  });
}

function list(): Promise<number> {
  return withTables(async (tables) => {
    for (const { operator, role, createdAt, endedAt, passkeys, hasAuthenticator } of await listOperators(
      tables,
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

function withTables(work: (tables: Kysely<unknown>) => Promise<number>): Promise<number> {
  return withDatabase('server', 4, ({ pool }) => work(new Kysely({ dialect: new PostgresDialect({ pool }) })));
}

async function requireOwner(tables: Kysely<unknown>, operator: string): Promise<ActingOperator> {
  const { rows } = await sql<{ role: OperatorRole }>`
    select role from operator where name = ${operator} and ended_at is null`.execute(tables);
  const [found] = rows;
  if (!found) throw new Error(`There is no operator ${operator}.`);
  if (found.role !== 'owner') throw new Error(`${operator} (${found.role}) gets a link from an owner, in the console.`);
  return { operator, role: found.role };
}

await runCommand(async (words) => {
  const command = commandOf(words);
  if (command) return command();
  process.stderr.write(usage);
  return 2;
});
