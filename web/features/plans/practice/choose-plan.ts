import { searchOf, storeTradingDraft, type TradingChoices } from '../trading-choices.ts';

/** Leaves these choices on the trading screen, and returns its address. */
export function choosePlan(choices: Omit<TradingChoices, 'range'>, amountText: string): string {
  const search = searchOf({ ...choices, range: '5m' });
  storeTradingDraft({ search, amountText });
  return `/tab1${search}`;
}
