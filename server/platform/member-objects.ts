import type { PinnedObject } from '#contract/support-schemas.ts';

/** What a feature that has members' own objects of a kind says of them to others. */
export interface MemberObjects {
  /** The member's object as it stands now, for the chat that it is pinned in; null where the member has none of that id. */
  pinned(memberId: bigint, id: string): Promise<PinnedObject | null>;
  /** A page of the member's objects, newest first; `before` leaves out that one and the newer ones. */
  listed(memberId: bigint, before: string | null): Promise<PinnedObject[]>;
}
