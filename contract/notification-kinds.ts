import type { TransferKind } from '#core/ledger/transfer.ts';
import { pathOfTransfer } from './transfer-pages.ts';

/** What the notifications of a member are about; the list is filtered by it. */
export const notificationTopics = [
  'plans',
  'deposits',
  'withdrawals',
  'financing',
  'rounds',
  'draws',
  'team',
  'security',
] as const;

/** The topic of a notification. */
export type NotificationTopic = (typeof notificationTopics)[number];

/**
 * What a member is notified of, each with its topic. All but `securityAct` are kinds of transfers in the ledger. `amount` says what the
 * notification shows: the `change` of the member's total (signed: the result of a plan), the `whole` amount that moved, or `none` where it is no USDT.
 */
export const notificationKinds = {
  planSettled: { topic: 'plans', amount: 'change' },
  // The amount, which returns whole.
  planVoided: { topic: 'plans', amount: 'whole' },
  depositConfirmed: { topic: 'deposits', amount: 'change' },
  withdrawalPaid: { topic: 'withdrawals', amount: 'change' },
  withdrawalRefused: { topic: 'withdrawals', amount: 'whole' },
  financingMatured: { topic: 'financing', amount: 'change' },
  orderWon: { topic: 'rounds', amount: 'change' },
  // Of a void round: the stake.
  orderReturned: { topic: 'rounds', amount: 'whole' },
  prizeWon: { topic: 'draws', amount: 'change' },
  invitationRewarded: { topic: 'team', amount: 'none' },
  securityAct: { topic: 'security', amount: 'none' },
} as const satisfies Readonly<
  Partial<Record<TransferKind | 'securityAct', { topic: NotificationTopic; amount: 'change' | 'whole' | 'none' }>>
>;

/** The kind of a notification. */
export type NotificationKind = keyof typeof notificationKinds;

/** The kinds of one topic, or all of them. */
export function kindsOf(topic: NotificationTopic | null): readonly NotificationKind[] {
  const all = Object.keys(notificationKinds) as NotificationKind[];
  return topic === null ? all : all.filter((kind) => notificationKinds[kind].topic === topic);
}

/** The page of the app that shows what the notification is about: its path, with the reference where the page takes one. */
export function pathOfNotification(kind: NotificationKind, reference: string): string {
  const path = kind === 'securityAct' ? '/securityCenter' : pathOfTransfer(kind, reference);
  return path ?? notificationsPath;
}

/** The list of all notifications. */
export const notificationsPath = '/Notifications';
