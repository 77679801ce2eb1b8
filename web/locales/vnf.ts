import { vnf as server } from '#contract/texts/vnf.ts';
import type { Catalogue } from './catalogue.ts';
import { account } from './vnf/account.ts';
import { assets } from './vnf/assets.ts';
import { deposit } from './vnf/deposit.ts';
import { figures } from './vnf/figures.ts';
import { home } from './vnf/home.ts';
import { later } from './vnf/later.ts';
import { market } from './vnf/market.ts';
import { plans } from './vnf/plans.ts';
import { settings } from './vnf/settings.ts';
import { shell } from './vnf/shell.ts';
import { support } from './vnf/support.ts';

/** Vietnamese. */
export const vnf: Catalogue = {
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
