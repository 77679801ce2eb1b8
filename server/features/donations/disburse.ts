import type { Kysely, Transaction } from 'kysely';
import { disbursementApprovals, disbursementLapsesMs } from '#core/donations/disbursements.ts';
import { houseAccount } from '#core/ledger/accounts.ts';
import { type Asset, points, usdt } from '#core/money/amount.ts';
import { attach } from '#server/ledger/attached-rows.ts';
import { AttachedRowsRefused, isStale } from '#server/ledger/failures.ts';
import { inputHashOf } from '#server/ledger/input-hash.ts';
import type { Ledger } from '#server/ledger/ledger.ts';
import {
  type Approval,
  type ApprovalSubject,
  decide,
  lockApproval,
  type OperatorDecision,
} from '#server/platform/approvals/approvals.ts';
import { requireContent } from '#server/platform/approvals/reviews.ts';
import { lockInTransaction } from '#server/platform/locks.ts';
import { isOpenCause } from '#server/platform/offers/causes.ts';
import type { ActingOperator } from '#server/platform/operators/operator-acts.ts';
import { newPublicId } from '#server/platform/public-id.ts';
import { Refusal } from '#server/platform/refusal.ts';
import {
  approvedPerPage,
  approvedRequests,
  type DisbursementContent,
  type DisbursementRequest,
  findRequestById,
  findRequestByKey,
  insertRequest,
} from './disbursement-store.ts';

export interface DisburseDependencies {
  readonly tables: Kysely<unknown>;
  readonly ledger: Pick<Ledger, 'submit' | 'houseBalances'>;
  /** The product clock. */
  readonly clock: { now(): number };
  /** Wall time in ms: operators' approvals lapse by it. */
  readonly wallNow: () => number;
}

/**
 * What came of an operator's word. `over`: it is disbursed, refused, or was asked for more than a day ago. `overUnspent`: the charity
 * holds less than that. `causeClosed`: it can be refused, and is not paid.
 */
export type Disbursement =
  | { readonly outcome: 'unknown' | 'causeUnknown' | 'causeClosed' | 'over' | 'decidedOtherwise' }
  | { readonly outcome: 'overUnspent'; readonly unspent: bigint }
  | { readonly outcome: 'approved'; readonly id: string; readonly approvals: number; readonly needed: number }
  | { readonly outcome: 'disbursed' | 'refused'; readonly id: string };

/** Who asks, and the key of the call: its repetition is the same request. Null for a call that nothing repeats. */
export interface DisbursementAsker {
  readonly by: ActingOperator;
  readonly key: string | null;
}

/**
 * Asks for a disbursement, with the operator's own approval, under a number of its own: what another operator asks for in the same words is
 * another request, which approves nothing. Throws `idempotencyKeyReused` for another disbursement under a key that was used.
 */
export async function askForDisbursement(
  dependencies: DisburseDependencies,
  content: DisbursementContent,
  { by, key }: DisbursementAsker,
): Promise<Disbursement> {
  const { tables, ledger, clock, wallNow } = dependencies;
  const unspent = (await ledger.houseBalances()).get(accountsOf[content.asset].unspent) ?? 0n;
  const decided = await locked(tables, async (within) => {
    const known = key === null ? null : await findRequestByKey(within, by.operator, key);
    if (known && !isSame(known, content)) throw new Refusal('idempotencyKeyReused');
    if (known?.disbursedAt != null) return { outcome: 'disbursed', id: known.id } as const;
    const approval = { by, decision: 'approved', reason: '', at: wallNow() } as const;
    if (known) return await decideOn(within, known.id, approval, clock.now());
    if (!(await isOpenCause(within, content.causeId, clock.now()))) return { outcome: 'causeUnknown' } as const;
    if (content.amount > unspent) return { outcome: 'overUnspent', unspent } as const;
    const id = newPublicId(Math.trunc(clock.now()));
    await insertRequest(within, id, content, { askedBy: by.operator, key });
    return await decideOn(within, id, approval, clock.now());
  });
  return await paidIfApproved(dependencies, decided);
}

const isSame = (one: DisbursementContent, other: DisbursementContent): boolean =>
  one.causeId === other.causeId &&
  one.asset === other.asset &&
  one.amount === other.amount &&
  one.receipt === other.receipt;

/** An operator's decision: an approval where `refusal` is null; `hash` is that of the content that the operator saw. */
export interface DisbursementDecision {
  readonly by: ActingOperator;
  readonly refusal: string | null;
  readonly reason?: string;
  readonly hash?: string | null;
}

/** Approves a disbursement, which is made with the second approval, or refuses it for a reason. */
export async function decideDisbursement(
  dependencies: DisburseDependencies,
  id: string,
  { by, refusal, reason = refusal ?? '', hash = null }: DisbursementDecision,
): Promise<Disbursement> {
  const { tables, clock, wallNow } = dependencies;
  const decision = { by, decision: refusal === null ? 'approved' : 'refused', reason } as const;
  const decided = await locked(tables, (within) =>
    decideOn(within, id, { ...decision, at: wallNow() }, clock.now(), hash),
  );
  return await paidIfApproved(dependencies, decided);
}

/** Makes the disbursements that are approved and were not made, as after a crash between the two. Returns how many. */
export async function completeDisbursements(dependencies: DisburseDependencies): Promise<number> {
  let count = 0;
  for (let after: DisbursementRequest | undefined; ; ) {
    const page: DisbursementRequest[] = await approvedRequests(dependencies.tables, after);
    for (const request of page) if ((await pay(dependencies, request)).outcome === 'disbursed') count += 1;
    after = page.at(-1);
    if (page.length < approvedPerPage) return count;
  }
}

type Decided = { readonly request: DisbursementRequest; readonly approval: Approval };

function locked<Result>(
  tables: Kysely<unknown>,
  work: (within: Transaction<unknown>) => Promise<Result>,
): Promise<Result> {
  return tables.transaction().execute(async (within) => {
    await lockInTransaction(within, 'disbursements');
    return await work(within);
  });
}

/** What operators decide on. */
export function disbursementSubject(request: DisbursementRequest): ApprovalSubject {
  const { id, causeId, asset, amount, receipt, askedAt } = request;
  return {
    ...{ kind: 'disbursement', memberId: 0n, id, needed: disbursementApprovals },
    content: [id, causeId, asset, amount, receipt],
    expiresAt: askedAt + disbursementLapsesMs,
    approverMayRefuse: true,
  };
}

async function decideOn(
  within: Transaction<unknown>,
  id: string,
  decision: OperatorDecision,
  now: number,
  hash: string | null = null,
): Promise<Disbursement | Decided> {
  // Takes turns with its payment, which locks the approval as well.
  await lockApproval(within, 'disbursement', id);
  const request = await findRequestById(within, id);
  if (!request) return { outcome: 'unknown' };
  if (request.disbursedAt !== null) return { outcome: 'over' };
  const isRepeated = request.approvedBy.includes(decision.by.operator);
  if (decision.decision === 'approved' && !isRepeated && !(await isOpenCause(within, request.causeId, now)))
    return { outcome: 'causeClosed' };
  const subject = disbursementSubject(request);
  if (hash !== null) requireContent(subject.content, hash);
  const approval = await decide(within, subject, decision);
  if (approval.isRecorded) return { request, approval };
  return { outcome: approval.status === 'open' ? 'decidedOtherwise' : 'over' };
}

async function paidIfApproved(
  dependencies: DisburseDependencies,
  decided: Disbursement | Decided,
): Promise<Disbursement> {
  if ('outcome' in decided) return decided;
  const { request, approval } = decided;
  const { id } = request;
  if (approval.status === 'refused') return { outcome: 'refused', id };
  if (approval.status === 'approved') return await pay(dependencies, request);
  return { outcome: 'approved', id, approvals: approval.approvals, needed: approval.needed };
}

const accountsOf = {
  USDT: { unspent: 'charity', spent: 'charitySpent' },
  PTS: { unspent: 'charityPoints', spent: 'charityPointsSpent' },
} as const satisfies Record<Asset, object>;

/** Writes nothing, which refuses the transfer, where the cause is closed by then. */
const recordDisbursement = {
  name: 'record disbursement',
  columns: { request_id: 'text', transfer_at: 'timestamptz' },
  sql: `insert into disbursement (request_id, disbursed_at)
    select given.request_id, given.transfer_at
    from given join disbursement_request as request on request.id = given.request_id
    cross join lateral cause_at(request.cause_id, given.transfer_at) as cause
    where cause.is_open`,
} as const;

/** Once, however often and by however many nodes: the ledger knows the request's key. */
async function pay(
  { tables, ledger, wallNow }: DisburseDependencies,
  request: DisbursementRequest,
): Promise<Disbursement> {
  const { id, causeId, asset, amount, receipt } = request;
  const outcome = await ledger
    .submit({
      key: `disbursement:${id}`,
      inputHash: inputHashOf({ id, causeId, asset, amount, receipt }),
      kind: 'charityDisbursed',
      reference: id,
      postings: [postingOf(asset, amount)],
      rows: [attach(recordDisbursement, { request_id: id })],
    })
    .catch(async (error: unknown) => {
      if (isStale(error)) return 'causeClosed';
      // Refused, or lapsed, since the last approval.
      if (error instanceof AttachedRowsRefused && (await isOver(tables, request, wallNow()))) return 'over';
      throw error;
    });
  if (typeof outcome === 'string') return { outcome };
  if (outcome.status !== 'refused') return { outcome: 'disbursed', id };
  if (outcome.reason === 'insufficientFunds') return { outcome: 'overUnspent', unspent: outcome.balance };
  throw new Error(`the disbursement ${id} was refused: ${outcome.reason}`);
}

async function isOver(tables: Kysely<unknown>, { id, askedAt }: DisbursementRequest, now: number): Promise<boolean> {
  return now >= askedAt + disbursementLapsesMs || (await findRequestById(tables, id))?.isRefused === true;
}

function postingOf(asset: Asset, amount: bigint) {
  return asset === 'USDT'
    ? { from: houseAccount('charity', 0n), to: houseAccount('charitySpent', 0n), amount: usdt(amount) }
    : { from: houseAccount('charityPoints', 0n), to: houseAccount('charityPointsSpent', 0n), amount: points(amount) };
}
