import { withdrawalReasons } from '#contract/withdrawals.ts';
import { reasonPattern } from '#server/features/identity/recovery/review-recovery.ts';
import { operatorPattern } from '#server/platform/approvals/approvals.ts';
import { runCommand } from '../command.ts';
import { listOpenRecoveries, reviewRecovery } from './recoveries.ts';
import { listWaitingWithdrawals, reviewWithdrawal } from './withdrawals.ts';

const usage = `Decides on what takes two operators, each under a name of their own: withdrawals above the limit, and the recovery of accounts whose
authenticator app, backup codes and passkeys are lost.

  node tools/operator/review.ts withdrawal --list
  node tools/operator/review.ts withdrawal ID --operator NAME
  node tools/operator/review.ts withdrawal ID --operator NAME --refuse REASON
  node tools/operator/review.ts recovery --list
  node tools/operator/review.ts recovery ACCOUNT --operator NAME --note "how I made sure of the owner"
  node tools/operator/review.ts recovery ACCOUNT --operator NAME --note "why not" --refuse

NAME is 2 to 40 small letters, digits, dots, hyphens or underscores. Every decision is kept. The database is that of DATABASE_URL, else the
own one in DATA_DIR.

withdrawal: REASON is one of ${withdrawalReasons.join(', ')}: there is no other reason to refuse, and the money goes back to
its member.

recovery: the second approval begins a wait of 72 hours; it must come within 7 days of the first. Every signed-in device of the member
shows the wait and can stop it; so does any use of what was said to be lost, and one operator's refusal. Then the second factors are gone,
every device is signed out, and the account is frozen for 24 hours. The login password stays as it is. The note has 3 to 200 characters.
`;

/** The command that the words mean, or null. Its result is the exit code. */
function commandOf([kind, ...words]: readonly string[]): (() => Promise<number>) | null {
  const isList = words.length === 1 && words[0] === '--list';
  if (kind === 'withdrawal') return isList ? listWaitingWithdrawals : withdrawalCommand(words);
  if (kind === 'recovery') return isList ? listOpenRecoveries : recoveryCommand(words);
  return null;
}

function withdrawalCommand(words: readonly string[]): (() => Promise<number>) | null {
  const [id, operatorFlag, operator, refuseFlag, reasonText] = words;
  if (id === undefined || !/^[0-9A-Z]{16}$/.test(id) || !isOperator(operatorFlag, operator)) return null;
  if (words.length === 3) return () => reviewWithdrawal(id, operator, null);
  const reason = withdrawalReasons.find((one) => one === reasonText);
  if (refuseFlag !== '--refuse' || !reason || words.length !== 5) return null;
  return () => reviewWithdrawal(id, operator, reason);
}

function recoveryCommand(words: readonly string[]): (() => Promise<number>) | null {
  const [username, operatorFlag, operator, noteFlag, reason, refuseFlag] = words;
  if (username === undefined || !/^[A-Za-z0-9]{6,20}$/.test(username) || !isOperator(operatorFlag, operator))
    return null;
  if (noteFlag !== '--note' || reason === undefined || !reasonPattern.test(reason)) return null;
  if (words.length > 6 || (refuseFlag !== undefined && refuseFlag !== '--refuse')) return null;
  return () => reviewRecovery(username, { operator, reason }, refuseFlag === undefined ? 'approved' : 'refused');
}

function isOperator(flag: string | undefined, name: string | undefined): name is string {
  return flag === '--operator' && name !== undefined && operatorPattern.test(name);
}

await runCommand(async (words) => {
  const command = commandOf(words);
  if (command) return command();
  process.stderr.write(usage);
  return 2;
});
