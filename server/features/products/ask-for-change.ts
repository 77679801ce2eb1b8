import type { Kysely } from 'kysely';
import { startOfDrawDay } from '#core/draws/prizes.ts';
import { productApprovals, productLapsesMs } from '#core/products/offers.ts';
import { type ApprovalSubject, decide } from '#server/platform/approvals/approvals.ts';
import { lockInTransaction } from '#server/platform/locks.ts';
import { type ActingOperator, recordOperatorAct } from '#server/platform/operators/operator-acts.ts';
import type { OperatorEvents } from '#server/platform/operators/operator-events.ts';
import { newPublicId } from '#server/platform/public-id.ts';
import { type AskedContent, hashedContent, shownContent } from './product-content.ts';
import { type AskedChange, insertRequest, waitingChanges } from './product-store.ts';

export interface ProductDependencies {
  readonly tables: Kysely<unknown>;
  /** The product clock. */
  readonly clock: { now(): number };
  /** Operators' approvals lapse by it. */
  readonly wallNow: () => number;
}

export interface AskDependencies extends ProductDependencies {
  readonly operatorEvents: Pick<OperatorEvents, 'publish'>;
}

export interface AskedFor {
  readonly content: AskedContent;
  /** Product time in ms, as the operator sent it; undefined: as soon as it is approved. */
  readonly from: string | undefined;
  readonly reason: string;
}

/** Of what one operator asks for, so many are looked at: more than anybody asks for within a day. */
const readAtOnceMax = 500;

/**
 * Asks for a change with the operator's own approval: it waits for a second operator then. What this operator asks for already in the same words, and
 * waits, is that request: a call that is sent twice asks once.
 */
export async function askForChange(
  { tables, clock, wallNow, operatorEvents }: AskDependencies,
  { content, from, reason }: AskedFor,
  by: ActingOperator,
): Promise<{ id: string }> {
  const now = Math.trunc(clock.now());
  const earliest = Math.max(now, from === undefined ? now : Number(from));
  // A prize table begins with a day: no day has two.
  const asked = { content, reason, effectiveFrom: content.kind === 'prizes' ? startOfDrawDay(earliest) : earliest };
  const newId = newPublicId(now);
  const id = await tables.transaction().execute(async (within) => {
    await lockInTransaction(within, 'productRequests');
    const waiting = await waitingChanges(within, readAtOnceMax, wallNow(), by.operator);
    const same = waiting.find((one) => isSame(one, asked, now));
    if (same) return same.id;
    const askedAt = await insertRequest(within, newId, asked, by.operator);
    const detail = shownOf({ id: newId, ...asked });
    const act = { by, act: 'productProposed', subject: `product ${newId}`, reason, detail } as const;
    await recordOperatorAct(within, act);
    const subject = productSubject({ id: newId, askedAt, ...asked });
    await decide(within, subject, { by, decision: 'approved', reason, at: askedAt });
    return newId;
  });
  await operatorEvents.publish({ subject: 'approvals', id: '' });
  return { id };
}

/** What is asked for as soon as it is approved names the moment of asking, which is another one each time. */
function isSame(waiting: AskedChange, asked: AskedChange, now: number): boolean {
  const wordsOf = ({ content, reason }: AskedChange) => JSON.stringify([...hashedContent(content).map(String), reason]);
  const isAtOnce = waiting.effectiveFrom <= now && asked.effectiveFrom <= now;
  return wordsOf(waiting) === wordsOf(asked) && (isAtOnce || waiting.effectiveFrom === asked.effectiveFrom);
}

/** What operators decide on, by name. */
export function shownOf({ id, content, effectiveFrom }: AskedChange & { readonly id: string }) {
  return { change: id, ...shownContent(content), from: new Date(effectiveFrom).toISOString() };
}

export function productSubject(
  asked: AskedChange & { readonly id: string; readonly askedAt: number },
): ApprovalSubject {
  const { id, content, effectiveFrom, reason, askedAt } = asked;
  return {
    ...{ kind: 'product', memberId: 0n, id, needed: productApprovals },
    content: [id, ...hashedContent(content), effectiveFrom, reason],
    expiresAt: askedAt + productLapsesMs,
    approverMayRefuse: true,
  };
}
