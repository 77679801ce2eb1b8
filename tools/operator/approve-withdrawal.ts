import { Kysely, PostgresDialect } from 'kysely';
import { type WithdrawalReason, withdrawalReasons } from '#contract/withdrawals.ts';
import { toDecimal } from '#core/money/amount.ts';
import {
  approveWithdrawal,
  type JudgeDependencies,
  type Judgement,
  operatorPattern,
  refuseWithdrawal,
} from '#server/features/withdrawals/judge-withdrawal.ts';
import { openWithdrawalStore, type WithdrawalTables } from '#server/features/withdrawals/withdrawal-store.ts';
import { openLedger } from '#server/ledger/ledger.ts';
import { readProductTime } from '#server/platform/clock.ts';
import { openBus } from '#server/platform/events/bus.ts';
import { openMemberEvents } from '#server/platform/events/member-events.ts';
import { openLog } from '#server/platform/log.ts';
import { runCommand, withDatabase } from '../command.ts';

const usage = `Approves the withdrawals that wait for people: two operators, each under a name of their own.

  node tools/operator/approve-withdrawal.ts --list
  node tools/operator/approve-withdrawal.ts ID --operator NAME
  node tools/operator/approve-withdrawal.ts ID --operator NAME --refuse REASON

REASON is one of ${withdrawalReasons.join(', ')}: there is no other reason to refuse, and the money goes back to its member. NAME is 2 to
40 small letters, digits, dots, hyphens or underscores. Every word is kept. The database is that of DATABASE_URL, else the own one in
DATA_DIR.
`;

type Command =
  | { readonly act: 'list' }
  | { readonly act: 'approve'; readonly id: string; readonly operator: string }
  | { readonly act: 'refuse'; readonly id: string; readonly operator: string; readonly reason: WithdrawalReason };

async function main(words: readonly string[]): Promise<number> {
  const command = commandOf(words);
  if (command === null) {
    process.stderr.write(usage);
    return 2;
  }
  return withDependencies(async (dependencies) => {
    if (command.act === 'list') return list(dependencies);
    const { id, operator } = command;
    const judgement =
      command.act === 'approve'
        ? await approveWithdrawal(dependencies, id, operator)
        : await refuseWithdrawal(dependencies, id, operator, command.reason);
    console.log(wordingOf(judgement, id));
    return judgement.answer === 'approved' || judgement.answer === 'refused' ? 0 : 1;
  });
}

function commandOf(words: readonly string[]): Command | null {
  const [id, operatorFlag, operator, refuseFlag, reasonText] = words;
  if (id === '--list' && words.length === 1) return { act: 'list' };
  if (id === undefined || !/^[0-9A-Z]{16}$/.test(id) || operatorFlag !== '--operator') return null;
  if (operator === undefined || !operatorPattern.test(operator)) return null;
  if (words.length === 3) return { act: 'approve', id, operator };
  const reason = withdrawalReasons.find((one) => one === reasonText);
  return refuseFlag === '--refuse' && reason && words.length === 5 ? { act: 'refuse', id, operator, reason } : null;
}

async function list({ store }: JudgeDependencies): Promise<number> {
  const waiting = await store.waitingForApproval(200);
  for (const { id, memberId, method, amount, destination, requestedAt, approvals, approvalsNeeded } of waiting) {
    const fields = [
      id,
      new Date(requestedAt).toISOString(),
      `member ${memberId}`,
      `${toDecimal('USDT', amount)} USDT`,
      `${method} ${destination}`,
      `${approvals} of ${approvalsNeeded} approvals`,
    ];
    console.log(fields.join('  '));
  }
  if (waiting.length === 0) console.log('No withdrawal waits for approval.');
  return 0;
}

function wordingOf(judgement: Judgement, id: string): string {
  switch (judgement.answer) {
    case 'unknown':
      return `There is no withdrawal ${id}.`;
    case 'over':
      return `${id} is no longer in review.`;
    case 'needsNobody':
      return `${id} needs nobody's approval: it is paid out after its review time.`;
    case 'saidOtherwise':
      return `This operator has said something else about ${id} before.`;
    case 'approved':
      return `${id} has ${judgement.approvals} of ${judgement.needed} approvals.`;
    case 'refused':
      return `${id} is refused, and the money is back with its member.`;
  }
}

/** The feature's dependencies, with the product clock of the database. */
function withDependencies(work: (dependencies: JudgeDependencies) => Promise<number>): Promise<number> {
  return withDatabase(4, async ({ pool, url }) => {
    const bus = await openBus(pool, url, openLog('warn'));
    const now = await readProductTime(pool);
    const clock = { now: () => now };
    const memberEvents = openMemberEvents(bus);
    const ledger = openLedger({ pool, clock, onCommitted: (newest) => void memberEvents.publishBalances(newest) });
    try {
      const tables = new Kysely<WithdrawalTables>({ dialect: new PostgresDialect({ pool }) });
      return await work({ store: openWithdrawalStore(tables), ledger, clock, memberEvents });
    } finally {
      await ledger.close();
      await bus.close();
    }
  });
}

await runCommand(main);
