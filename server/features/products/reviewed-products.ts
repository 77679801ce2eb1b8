import { productApprovals } from '#core/products/offers.ts';
import { decide, lockApproval } from '#server/platform/approvals/approvals.ts';
import {
  partsOfReference,
  type ReviewedKind,
  requireContent,
  requireRecorded,
  waitingApproval,
} from '#server/platform/approvals/reviews.ts';
import { publishWithin } from '#server/platform/events/bus.ts';
import { lockInTransaction } from '#server/platform/locks.ts';
import { offersChangedTopic } from '#server/platform/offers/product-offers.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { type ProductDependencies, productSubject, shownOf } from './ask-for-change.ts';
import { findChange, insertChange, type StoredChange, waitingChanges } from './product-store.ts';

/** Changes of products that wait for the second operator, for the list of everything that waits. */
export function reviewedProducts({ tables, wallNow }: ProductDependencies): ReviewedKind {
  return {
    kind: 'product',
    list: async (most) => (await waitingChanges(tables, most, wallNow())).map(waitingOf),
    decide({ id: reference, by, hash, decision, reason }) {
      const { id } = partsOfReference(reference);
      return tables.transaction().execute(async (within) => {
        await lockApproval(within, 'product', id);
        const change = await findChange(within, id, wallNow());
        if (!change) throw new Refusal('approvalUnknown');
        const subject = productSubject(askedOf(change));
        requireContent(subject.content, hash);
        if (change.state === 'lapsed') throw new Refusal('approvalExpired');
        if (change.state !== 'waiting') throw new Refusal('approvalOver');
        if (decision === 'approved' && change.approvedBy.includes(by.operator)) throw new Refusal('approvalOwn');
        const approval = requireRecorded(await decide(within, subject, { by, decision, reason, at: wallNow() }));
        const status = approval.status === 'expired' ? 'open' : approval.status;
        if (status === 'approved') {
          if (change.content.kind === 'prizes') await lockInTransaction(within, 'prizeTables');
          await insertChange(within, change);
          await publishWithin(within, offersChangedTopic, {});
        }
        return { status, approvals: approval.approvals, needed: productApprovals };
      });
    },
  };
}

/** As it was asked for. */
const askedOf = (change: StoredChange): StoredChange => ({ ...change, effectiveFrom: change.askedFrom });

function waitingOf(change: StoredChange) {
  return waitingApproval(productSubject(askedOf(change)), { ...shownOf(change), reason: change.reason }, change);
}
