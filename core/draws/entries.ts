import type { DayKey } from '#core/time/member-day.ts';

/**
 * What earns an entry of the daily draw, in the order that entries are drawn in. Each kind earns one entry a day of the member, however often
 * it is done: no further plan and no larger donation earns more.
 */
export const entryKinds = ['checkedIn', 'planPlaced', 'planSettled', 'resultVerified', 'donated'] as const;

/** What an entry is earned by. */
export type EntryKind = (typeof entryKinds)[number];

/** Something that the member did on the day; acts of other kinds earn no entry. */
export interface EarningAct {
  readonly kind: string;
  /** Identifies the act among those of its kind, permanently. */
  readonly subject: string;
}

/** A drawn entry, as far as it decides about others. */
export interface DrawnEntry {
  readonly kind: EntryKind;
  readonly subject: string;
  /** The member's day that it was earned on, and the end of that day in its time zone, in ms since 1970 UTC. */
  readonly memberDay: DayKey;
  readonly endsAt: number;
}

/** The entry of one kind today: to be earned, ready with the act that earned it, or drawn. */
export type EntryState<Drawn extends DrawnEntry = DrawnEntry> =
  | { readonly kind: EntryKind; readonly state: 'open' }
  | { readonly kind: EntryKind; readonly state: 'ready'; readonly subject: string }
  | { readonly kind: EntryKind; readonly state: 'drawn'; readonly drawn: Drawn };

/**
 * The member's entries of a day, one of each kind. An act counts once, whichever day it lies in, and after an entry of a kind was drawn the next
 * one comes on a later date and only after that day has ended in its own time zone: a change of zone earns no second entry.
 * @param acts what the member did on `day`, oldest first
 * @param drawn the member's drawn entries of that date, of the two before it and of later ones
 * @param now product time, in ms since 1970 UTC
 */
export function entriesOf<Drawn extends DrawnEntry>(
  acts: readonly EarningAct[],
  drawn: readonly Drawn[],
  day: DayKey,
  now: number,
): readonly EntryState<Drawn>[] {
  return entryKinds.map((kind) => {
    const ofKind = drawn.filter((one) => one.kind === kind);
    const today = ofKind.find(({ memberDay, endsAt }) => memberDay >= day || endsAt > now);
    if (today) return { kind, state: 'drawn', drawn: today };
    const used = new Set(ofKind.map(({ subject }) => subject));
    const act = acts.find((one) => one.kind === kind && !used.has(one.subject));
    return act ? { kind, state: 'ready', subject: act.subject } : { kind, state: 'open' };
  });
}
