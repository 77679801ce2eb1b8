import type { IconName } from '#web/ui/picture/icon.tsx';

const pictures: Readonly<Record<string, IconName>> = {
  'test-funds': 'wallet',
  'most-you-can-lose': 'warning',
  'leverage-both-ways': 'settings',
  'look-at-share-that-lost': 'eye',
  'past-is-past': 'orders',
  verify: 'check',
  'weight-score-limits': 'withdraw',
  'guard-your-password': 'lock',
};

/** A tip's image; a general one for tips added later. */
export function tipPicture(id: string): IconName {
  return (Object.hasOwn(pictures, id) ? pictures[id] : undefined) ?? 'tips';
}
