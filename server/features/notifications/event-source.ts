import type { NotificationKind } from '#contract/notification-kinds.ts';
import type { Usdt } from '#core/money/amount.ts';

/** Something that a member is notified of. */
export interface MemberEvent {
  /** Of its source; grows along the member's history. */
  readonly key: string;
  readonly kind: NotificationKind;
  readonly reference: string;
  readonly amount: Usdt | null;
  /** Product time. */
  readonly at: number;
}

/** Both bounds are exclusive. */
export interface EventRange {
  readonly kinds: readonly NotificationKind[];
  readonly after: string;
  readonly before: string;
}

/**
 * Where one kind of events is recorded already: notifications are read from there, and nothing is written for them. Keys of one source
 * are compared by `isAfter`; `first` is before and `last` after every key.
 */
export interface EventSource {
  /** Starts the ids of its notifications: one small letter. */
  readonly prefix: string;
  readonly first: string;
  readonly last: string;
  isKey(text: string): boolean;
  isAfter(key: string, other: string): boolean;
  /** Whether the member has an event of that key. */
  has(memberId: bigint, key: string): Promise<boolean>;
  /** At most `limit`: the newest, newest first, or the oldest, oldest first. */
  read(memberId: bigint, range: EventRange, from: 'newest' | 'oldest', limit: number): Promise<MemberEvent[]>;
  /** Counted up to `limit`, without the keys in `except`. */
  count(memberId: bigint, range: EventRange, except: readonly string[], limit: number): Promise<number>;
  /** The newest key of each member, of any kind; members without one are left out. */
  newest(memberIds: readonly bigint[]): Promise<ReadonlyMap<bigint, string>>;
}
