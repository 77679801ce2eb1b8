import { jp as server } from '#contract/texts/jp.ts';
import type { Catalogue } from './catalogue.ts';
import { account } from './jp/account.ts';
import { assets } from './jp/assets.ts';
import { deposit } from './jp/deposit.ts';
import { figures } from './jp/figures.ts';
import { home } from './jp/home.ts';
import { later } from './jp/later.ts';
import { market } from './jp/market.ts';
import { plans } from './jp/plans.ts';
import { settings } from './jp/settings.ts';
import { shell } from './jp/shell.ts';
import { support } from './jp/support.ts';

/** Japanese. */
export const jp: Catalogue = {
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
