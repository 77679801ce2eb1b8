import { en as server } from '#contract/texts/en.ts';
import { account } from './en/account.ts';
import { assets } from './en/assets.ts';
import { deposit } from './en/deposit.ts';
import { figures } from './en/figures.ts';
import { home } from './en/home.ts';
import { later } from './en/later.ts';
import { market } from './en/market.ts';
import { plans } from './en/plans.ts';
import { settings } from './en/settings.ts';
import { shell } from './en/shell.ts';
import { support } from './en/support.ts';

/** English, the language whose keys and placeholders all others have. */
export const en = {
  server,
  shell,
  settings,
  account,
  home,
  assets,
  deposit,
  figures,
  market,
  plans,
  later,
  support,
} as const;
