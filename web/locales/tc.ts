import { tc as server } from '#contract/texts/tc.ts';
import type { Catalogue } from './catalogue.ts';
import { account } from './tc/account.ts';
import { assets } from './tc/assets.ts';
import { deposit } from './tc/deposit.ts';
import { figures } from './tc/figures.ts';
import { home } from './tc/home.ts';
import { later } from './tc/later.ts';
import { market } from './tc/market.ts';
import { plans } from './tc/plans.ts';
import { settings } from './tc/settings.ts';
import { shell } from './tc/shell.ts';
import { support } from './tc/support.ts';

/** Traditional Chinese, in words that Taiwan and Hong Kong share. */
export const tc: Catalogue = {
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
};
