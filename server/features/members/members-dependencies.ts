import type { Kysely } from 'kysely';
import type { PinKind, PinnedObject } from '#contract/support-schemas.ts';
import type { LedgerReader } from '#server/ledger/ledger-reader.ts';
import type { MemberNumbers } from '#server/platform/member-number.ts';

/** A page of a member's own objects of a kind, newest first, those before an id. */
export type ListObjects = (memberId: bigint, kind: PinKind, before: string | null) => Promise<PinnedObject[]>;

export interface MembersDependencies {
  readonly database: Kysely<unknown>;
  readonly ledger: Pick<LedgerReader, 'balancesOf'>;
  readonly memberNumbers: MemberNumbers;
  readonly listObjects: ListObjects;
  readonly wallNow: () => number;
}
