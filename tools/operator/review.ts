import { operatorPattern, operatorReasonPattern } from '#contract/operator-fields.ts';
import { withdrawalReasons } from '#contract/withdrawals.ts';
import { runCommand } from '../command.ts';
import { approveRecoveryOf, listOpenRecoveries, refuseRecoveryOf } from './recoveries.ts';
import { listWaitingWithdrawals, reviewWithdrawal } from './withdrawals.ts';

const publicIdPattern = /^[0-9A-Z]{16}$/;

const usage = `Decides on what takes two operators, each under a name of their own: withdrawals above the limit, and the recovery of accounts whose
authenticator app, backup codes and passkeys are lost, or with the number of a request the login password as well.

  node tools/operator/review.ts withdrawal --list
  node tools/operator/review.ts withdrawal ID --operator NAME
  node tools/operator/review.ts withdrawal ID --operator NAME --refuse REASON
  node tools/operator/review.ts recovery --list
  node tools/operator/review.ts recovery ACCOUNT --operator NAME --note "how I made sure of the owner"
  node tools/operator/review.ts recovery ACCOUNT --operator NAME --request NUMBER --note "how I made sure of the owner"
  node tools/operator/review.ts recovery ACCOUNT --operator NAME --note "why not" --refuse

NAME is an operator's (npm run operator) whose role may decide on it. Every decision is kept. The database is that of DATABASE_URL, else the
own one in DATA_DIR.

withdrawal: REASON is one of ${withdrawalReasons.join(', ')}: there is no other reason to refuse, and the money goes back to
its member.

recovery: the second approval begins a wait of 72 hours; it must come within 7 days of the first. Every signed-in device of the member
shows the wait and can stop it; so does any use of what was said to be lost, and one operator's refusal. Then the second factors are gone,
every device is signed out, and the account is frozen for 24 hours. The login password stays as it is, unless a NUMBER was approved: its owner got
it at "Forgotten?" together with choosing a new password, which counts from then on; any use of the old one ends the recovery as well.
The note has 3 to 200 characters.
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
  if (id === undefined || !publicIdPattern.test(id) || !isOperator(operatorFlag, operator)) return null;
  if (words.length === 3) return () => reviewWithdrawal(id, operator, null);
  const reason = withdrawalReasons.find((one) => one === reasonText);
  if (refuseFlag !== '--refuse' || !reason || words.length !== 5) return null;
  return () => reviewWithdrawal(id, operator, reason);
}

function recoveryCommand(words: readonly string[]): (() => Promise<number>) | null {
  const [username, operatorFlag, operator, ...rest] = words;
  const request = rest[0] === '--request' ? rest[1] : undefined;
  const [noteFlag, reason, refuseFlag, ...surplus] = rest.slice(rest[0] === '--request' ? 2 : 0);
  if (username === undefined || !/^[A-Za-z0-9]{6,20}$/.test(username) || !isOperator(operatorFlag, operator))
    return null;
  if (noteFlag !== '--note' || reason === undefined || !operatorReasonPattern.test(reason)) return null;
  if (surplus.length > 0 || (refuseFlag !== undefined && refuseFlag !== '--refuse')) return null;
  // A refusal ends whatever is open, so it names no request.
  if (rest[0] === '--request' && (refuseFlag !== undefined || !publicIdPattern.test(request ?? ''))) return null;
  return () =>
    refuseFlag === undefined
      ? approveRecoveryOf(username, { operator, reason }, request ?? null)
      : refuseRecoveryOf(username, { operator, reason });
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
