import type { RecordPosting } from '#contract/wallet.ts';
import type { AccountChange } from '#contract/wallet-movements.ts';
import { type MemberAccountName, usdtCounterparts } from '#core/ledger/accounts.ts';
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

/** The net effect of a movement on the member's accounts: in USDT, or in points where it moves nothing else. */
export function netOf(changes: readonly AccountChange[]): { readonly asset: Asset; readonly amount: bigint } {
  const asset = changes.some((change) => change.asset === 'USDT') ? 'USDT' : 'PTS';
  const amounts = changes.filter((change) => change.asset === asset).map((change) => change.amount);
  return { asset, amount: amounts.reduce((sum, amount) => sum + amount, 0n) };
}

export function accountWords(t: Translate, account: MemberAccountName): string {
  return t(`wallet.member-${account}`);
}

const counterparts: Readonly<Record<string, string>> = usdtCounterparts;

/** The house's point accounts are its USDT accounts in another asset. */
export function sideWords(t: Translate, { owner, account }: RecordPosting['from']): string {
  return t(`wallet.${owner}-${counterparts[account] ?? account}` as Extract<TextKey, 'wallet.member-available'>);
}
