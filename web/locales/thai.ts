import { thai as server } from '#contract/texts/thai.ts';
import type { Catalogue } from './catalogue.ts';
import { account } from './thai/account.ts';
import { assets } from './thai/assets.ts';
import { deposit } from './thai/deposit.ts';
import { figures } from './thai/figures.ts';
import { home } from './thai/home.ts';
import { later } from './thai/later.ts';
import { market } from './thai/market.ts';
import { plans } from './thai/plans.ts';
import { settings } from './thai/settings.ts';
import { shell } from './thai/shell.ts';
import { support } from './thai/support.ts';

/** Thai. */
export const thai: Catalogue = {
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
