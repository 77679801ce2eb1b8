import type { Kysely } from 'kysely';
import type { proposeFunding as operation } from '#contract/books.ts';
import type { InputOf, OutputOf } from '#contract/operation.ts';
import { fundingApprovals, fundingLapsesMs } from '#core/ledger/funding.ts';
import { toDecimal } from '#core/money/amount.ts';
import { type ApprovalSubject, decide } from '#server/platform/approvals/approvals.ts';
import { type ActingOperator, recordOperatorAct } from '#server/platform/operators/operator-acts.ts';
import type { OperatorEvents } from '#server/platform/operators/operator-events.ts';
import { newPublicId } from '#server/platform/public-id.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { type FundingContent, findFundingByKey, insertFunding } from './funding-store.ts';

export interface ProposeFundingDependencies {
  readonly tables: Kysely<unknown>;
  /** The product clock. */
  readonly clock: { now(): number };
  /** Operators' approvals lapse by it. */
  readonly wallNow: () => number;
  readonly operatorEvents: Pick<OperatorEvents, 'publish'>;
}

/** Asks for a funding with the operator's own approval. A repetition under the same key is the same request; another call never is. */
export async function proposeFunding(
  { tables, clock, wallNow, operatorEvents }: ProposeFundingDependencies,
  asked: InputOf<typeof operation>,
  by: ActingOperator,
  key: string | null,
): Promise<OutputOf<typeof operation>> {
  const id = newPublicId(Math.trunc(clock.now()));
  const isNew = await tables.transaction().execute(async (within) => {
    const askedAt = await insertFunding(within, id, asked, { askedBy: by.operator, key });
    if (askedAt === null) return false;
    const { account, amount, reason } = asked;
    const detail = { account, amount: toDecimal('USDT', amount) };
    await recordOperatorAct(within, { by, act: 'fundingProposed', subject: `funding ${id}`, reason, detail });
    await decide(within, fundingSubject({ id, ...asked, askedAt }), { by, decision: 'approved', reason, at: askedAt });
    return true;
  });
  if (isNew) {
    await operatorEvents.publish({ subject: 'approvals', id: '' });
    return { id };
  }
  const earlier = await findFundingByKey(tables, by.operator, key ?? '', wallNow());
  if (!earlier) throw new Error(`the funding of ${by.operator} under a used key is not found`);
  if (!isSame(earlier, asked)) throw new Refusal('idempotencyKeyReused');
  return { id: earlier.id };
}

const isSame = (one: FundingContent, other: FundingContent): boolean =>
  one.account === other.account && one.amount === other.amount && one.reason === other.reason;

/** What operators decide on. */
export function fundingSubject({
  id,
  account,
  amount,
  reason,
  askedAt,
}: FundingContent & { readonly id: string; readonly askedAt: number }): ApprovalSubject {
  return {
    ...{ kind: 'funding', memberId: 0n, id, needed: fundingApprovals },
    content: [id, account, amount, reason],
    expiresAt: askedAt + fundingLapsesMs,
    approverMayRefuse: true,
  };
}
