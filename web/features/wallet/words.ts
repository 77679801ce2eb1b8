import type { RecordAccount, RecordPosting } from '#contract/wallet.ts';
import { type Asset, amount, usdt } from '#core/money/amount.ts';
import type { Sign } from '#web/platform/format/number.ts';
import type { Format } from '#web/platform/format/use-format.ts';
import type { TextKey, Translate } from '#web/platform/i18n/text.ts';

/** An amount of either asset, without its symbol and with all its decimals: it is shown next to the sum that it is part of. */
export function assetText(format: Format, asset: Asset, value: bigint, sign: Sign = 'negative'): string {
  if (asset === 'USDT') return format.usdt(usdt(value), 6, sign);
  const shown = format.count(amount('PTS', value));
  return sign === 'always' && value > 0n ? `+${shown}` : shown;
}

export function accountWords(t: Translate, account: RecordAccount): string {
  return t(`wallet.member-${account}`);
}

const sameByName: Readonly<Record<string, string>> = {
  sponsorPoints: 'sponsor',
  prizePoints: 'prizes',
  charityPoints: 'charity',
};

/** The house's point accounts are its USDT accounts in another asset. */
export function sideWords(t: Translate, { owner, account }: RecordPosting['from']): string {
  return t(`wallet.${owner}-${sameByName[account] ?? account}` as Extract<TextKey, 'wallet.member-available'>);
}

/** The address of a record's subject, or null. */
export function pageOf(kind: string, reference: string): string | null {
  if (kind.startsWith('deposit')) return `/depositSuccess?deposit=${reference}`;
  if (kind.startsWith('plan')) return `/ordersDetail?id=${reference}`;
  if (kind.startsWith('financing')) return '/touzijilu';
  return kind.startsWith('withdrawal') ? `/withdrawSuccess?withdrawal=${reference}` : null;
}
