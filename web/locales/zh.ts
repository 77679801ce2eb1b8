import { zh as server } from '#contract/texts/zh.ts';
import type { Catalogue } from './catalogue.ts';
import { account } from './zh/account.ts';
import { assets } from './zh/assets.ts';
import { deposit } from './zh/deposit.ts';
import { figures } from './zh/figures.ts';
import { home } from './zh/home.ts';
import { later } from './zh/later.ts';
import { market } from './zh/market.ts';
import { plans } from './zh/plans.ts';
import { settings } from './zh/settings.ts';
import { shell } from './zh/shell.ts';
import { support } from './zh/support.ts';

/** Simplified Chinese, as a mainland reader of financial products expects it. */
export const zh: Catalogue = {
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
