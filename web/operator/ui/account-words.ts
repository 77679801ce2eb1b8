import type { useText } from '#web/platform/i18n/text.ts';

/** Points have accounts of their own, named as those in USDT. */
const withoutPoints: Readonly<Record<string, string>> = {
  sponsorPoints: 'sponsor',
  prizePoints: 'prizes',
  charityPoints: 'charity',
  charityPointsSpent: 'charitySpent',
};

/** An account of the house in the operator's language. */
export const houseName = (words: ReturnType<typeof useText>, name: string): string =>
  words(`wallet.house-${withoutPoints[name] ?? name}` as 'wallet.house-market');
