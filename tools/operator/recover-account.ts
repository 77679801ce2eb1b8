import { Kysely, PostgresDialect } from 'kysely';
import {
  approveRecovery,
  type JudgeRecoveryDependencies,
  listRecoveries,
  notePattern,
  operatorPattern,
  type RecoveryAnswer,
  refuseRecovery,
} from '#server/features/identity/recovery/judge-recovery.ts';
import type { RecoveryTables } from '#server/features/identity/recovery/recovery-tables.ts';
import { readProductTime } from '#server/platform/clock.ts';
import { openBus } from '#server/platform/events/bus.ts';
import { openMemberEvents } from '#server/platform/events/member-events.ts';
import { openLog } from '#server/platform/log.ts';
import { openSecurityActs } from '#server/platform/security-acts.ts';
import { runCommand, withDatabase } from '../command.ts';

const usage = `Lets a member back in who has lost authenticator app, backup codes and passkeys: two operators, each under a name of their own.

  node tools/operator/recover-account.ts --list
  node tools/operator/recover-account.ts ACCOUNT --operator NAME --note "how I made sure of the owner"
  node tools/operator/recover-account.ts ACCOUNT --operator NAME --note "why not" --refuse

The second operator's word begins a wait of 72 hours. The member is told on every signed-in device and can stop it there; so does any use
of what was said to be lost, and one operator's refusal. Then the second factors are gone, every device is signed out, and the account is
frozen for 24 hours. The login password stays as it is. NAME is 2 to 40 small letters, digits, dots, hyphens or underscores, the note 3
to 200 characters; every word is kept. The database is that of DATABASE_URL, else the own one in DATA_DIR.
`;

interface Command {
  readonly username: string;
  readonly operator: string;
  readonly note: string;
  readonly refuses: boolean;
}

async function main(words: readonly string[]): Promise<number> {
  const isList = words.length === 1 && words[0] === '--list';
  const command = commandOf(words);
  if (command === null && !isList) {
    process.stderr.write(usage);
    return 2;
  }
  return withDependencies(async (dependencies) => {
    if (command === null) return list(dependencies);
    const { username, refuses, ...word } = command;
    const answer = await (refuses ? refuseRecovery : approveRecovery)(dependencies, username, word);
    console.log(wordingOf(answer, username));
    return ['approved', 'waits', 'refused'].includes(answer.answer) ? 0 : 1;
  });
}

function commandOf(words: readonly string[]): Command | null {
  const [username, operatorFlag, operator, noteFlag, note, refuseFlag] = words;
  if (username === undefined || !/^[A-Za-z0-9]{6,20}$/.test(username)) return null;
  if (operatorFlag !== '--operator' || operator === undefined || !operatorPattern.test(operator)) return null;
  if (noteFlag !== '--note' || note === undefined || !notePattern.test(note)) return null;
  if (words.length > 6 || (refuseFlag !== undefined && refuseFlag !== '--refuse')) return null;
  return { username, operator, note, refuses: refuseFlag !== undefined };
}

async function list({ tables }: JudgeRecoveryDependencies): Promise<number> {
  const open = await listRecoveries(tables, 200);
  for (const { username, askedAt, takesEffectAt, operators } of open) {
    const wait = takesEffectAt === null ? 'waits for a second operator' : `takes effect ${isoOf(takesEffectAt)}`;
    console.log([username, `asked ${isoOf(askedAt)}`, `by ${operators.join(', ')}`, wait].join('  '));
  }
  if (open.length === 0) console.log('No account is being recovered.');
  return 0;
}

function wordingOf(answer: RecoveryAnswer, username: string): string {
  switch (answer.answer) {
    case 'memberUnknown':
      return `There is no account ${username}.`;
    case 'nothingToRecover':
      return `${username} has no authenticator app: the login password alone signs in.`;
    case 'noneOpen':
      return `${username} is not being recovered.`;
    case 'refused':
      return `The recovery of ${username} is refused, and nothing has changed.`;
    case 'approved':
      return `${username} has ${answer.approvals} of ${answer.needed} approvals.`;
    case 'waits':
      return `The recovery of ${username} takes effect ${isoOf(answer.takesEffectAt)}, unless somebody stops it.`;
  }
}

const isoOf = (at: number): string => new Date(at).toISOString();

function withDependencies(work: (dependencies: JudgeRecoveryDependencies) => Promise<number>): Promise<number> {
  return withDatabase(4, async ({ pool, url }) => {
    const bus = await openBus(pool, url, openLog('warn'));
    try {
      const now = await readProductTime(pool);
      const tables = new Kysely<RecoveryTables>({ dialect: new PostgresDialect({ pool }) });
      return await work({
        tables,
        acts: openSecurityActs(openMemberEvents(bus), { now: () => now }),
        wallNow: Date.now,
      });
    } finally {
      await bus.close();
    }
  });
}

await runCommand(main);
