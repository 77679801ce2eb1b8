import type { Kysely } from 'kysely';
import type { Funding } from '#contract/books.ts';
import { fundableAccounts, fundingApprovals, fundingPosting, fundingSource } from '#core/ledger/funding.ts';
import { toDecimal } from '#core/money/amount.ts';
import { approvalRows } from '#server/ledger/approval-rows.ts';
import { attach } from '#server/ledger/attached-rows.ts';
import { AttachedRowsRefused } from '#server/ledger/failures.ts';
import { inputHashOf } from '#server/ledger/input-hash.ts';
import type { Ledger } from '#server/ledger/ledger.ts';
import { overtaken, retryWhenStale } from '#server/ledger/retry-when-stale.ts';
import { completesWith, decide, lockApproval } from '#server/platform/approvals/approvals.ts';
import {
  partsOfReference,
  type ReviewDecision,
  type ReviewedKind,
  requireContent,
  requireRecorded,
  waitingApproval,
} from '#server/platform/approvals/reviews.ts';
import { requireActing } from '#server/platform/operators/operator-acts.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { findFunding, waitingFundings } from './funding-store.ts';
import { fundingSubject, type ProposeFundingDependencies } from './propose-funding.ts';

export interface ReviewFundingDependencies extends Omit<ProposeFundingDependencies, 'operatorEvents'> {
  readonly ledger: Pick<Ledger, 'submit'>;
}

/** Fundings that wait for the second operator, for the list of everything that waits. */
export function reviewedFundings(dependencies: ReviewFundingDependencies): ReviewedKind {
  const { tables, wallNow } = dependencies;
  return {
    kind: 'funding',
    list: async (most) => (await waitingFundings(tables, most, wallNow())).map(waitingOf),
    async decide({ id: reference, ...decision }) {
      const { id } = partsOfReference(reference);
      return decision.decision === 'approved'
        ? await approve(dependencies, id, decision)
        : await refuse(tables, wallNow, id, decision);
    },
  };
}

function waitingOf(funding: Funding) {
  const { id, account, amount, reason } = funding;
  const shown = { funding: id, source: fundingSource, account, amount: `${toDecimal('USDT', amount)} USDT`, reason };
  return waitingApproval(fundingSubject(funding), shown, funding);
}

/** The request, still waiting and as the operator saw it. Throws `approvalUnknown`, `approvalChanged`, `approvalOver` or `approvalExpired`. */
async function requireWaiting(
  { tables, wallNow }: Pick<ReviewFundingDependencies, 'wallNow'> & { readonly tables: Kysely<unknown> },
  id: string,
  hash: string,
): Promise<Funding> {
  const funding = await findFunding(tables, id, wallNow());
  if (!funding) throw new Refusal('approvalUnknown');
  requireContent(fundingSubject(funding).content, hash);
  if (funding.state === 'lapsed') throw new Refusal('approvalExpired');
  if (funding.state !== 'waiting') throw new Refusal('approvalOver');
  return funding;
}

type Decided = Omit<ReviewDecision, 'id'>;
const decidedAs = <Status extends 'open' | 'approved' | 'refused'>(status: Status, approvals: number) => ({
  ...{ status, approvals, needed: fundingApprovals },
});

const recordFunding = {
  name: 'record funding',
  columns: { request_id: 'text', transfer_id: 'bigint', transfer_at: 'timestamptz' },
  sql: 'insert into funding (request_id, transfer_id, funded_at) select request_id, transfer_id, transfer_at from given',
} as const;

/** An approval: the one that completes the funding makes it, any other waits for one more. */
async function approve(dependencies: ReviewFundingDependencies, id: string, given: Decided) {
  const { tables } = dependencies;
  const { by, hash } = given;
  return await retryWhenStale(async () => {
    const funding = await requireWaiting(dependencies, id, hash);
    // Its own rows would be refused as well: of one operator there is one approval.
    if (funding.approvedBy.includes(by.operator)) throw new Refusal('approvalOwn');
    const completes = await completesWith(tables, fundingSubject(funding), by, dependencies.wallNow());
    const decided = completes ? await make(dependencies, funding, given) : await approveAlone(dependencies, id, given);
    if (decided) return decided;
    await requireActing(tables, by);
    return overtaken;
  });
}

/**
 * The approval that completes it: one transaction with the posting and the row of the log. The ledger knows the request's key. Null where
 * the database refused the rows: an earlier approval no longer counts, or what was read is over.
 */
async function make({ tables, ledger, wallNow }: ReviewFundingDependencies, funding: Funding, { by, reason }: Decided) {
  const { id, account, amount } = funding;
  const given = { by, reason, at: wallNow() };
  try {
    const outcome = await ledger.submit({
      key: `funding:${id}`,
      inputHash: inputHashOf({ id, account, amount }),
      kind: fundableAccounts[account],
      reference: id,
      postings: [fundingPosting(account, amount)],
      rows: [...approvalRows(fundingSubject(funding), given), attach(recordFunding, { request_id: id })],
    });
    if (outcome.status === 'refused') throw new Error(`the funding ${id} was refused: ${outcome.reason}`);
    // Another operator's approval came first.
    const isOwn = outcome.status === 'committed' || (await hasApproved({ tables, wallNow }, id, by.operator));
    if (!isOwn) throw new Refusal('approvalOver');
    return decidedAs('approved', fundingApprovals);
  } catch (error) {
    if (error instanceof AttachedRowsRefused) return null;
    throw error;
  }
}

/** Null where it would complete the funding by now. */
function approveAlone({ tables, wallNow }: ReviewFundingDependencies, id: string, { by, hash, reason }: Decided) {
  return tables.transaction().execute(async (within) => {
    const funding = await lockWaiting(within, wallNow, id, hash);
    const subject = fundingSubject(funding);
    if (await completesWith(within, subject, by, wallNow())) return null;
    const { approvals } = requireRecorded(
      await decide(within, subject, { by, decision: 'approved', reason, at: wallNow() }),
    );
    return decidedAs('open', approvals);
  });
}

async function hasApproved(
  { tables, wallNow }: Pick<ReviewFundingDependencies, 'tables' | 'wallNow'>,
  id: string,
  operator: string,
): Promise<boolean> {
  const funding = await findFunding(tables, id, wallNow());
  return funding?.approvedBy.includes(operator) ?? false;
}

/** The request, still waiting, under the lock of its approval. */
async function lockWaiting(within: Kysely<unknown>, wallNow: () => number, id: string, hash: string): Promise<Funding> {
  await lockApproval(within, 'funding', id);
  return await requireWaiting({ tables: within, wallNow }, id, hash);
}

/** One operator's refusal, under the lock of the approval: a funding that is made stays. */
async function refuse(tables: Kysely<unknown>, wallNow: () => number, id: string, { by, hash, reason }: Decided) {
  await tables.transaction().execute(async (within) => {
    const funding = await lockWaiting(within, wallNow, id, hash);
    await decide(within, fundingSubject(funding), { by, decision: 'refused', reason, at: wallNow() });
  });
  return decidedAs('refused', 0);
}
