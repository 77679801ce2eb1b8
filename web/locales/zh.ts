import type { FirstTexts } from './catalogue.ts';
import { account } from './zh/account.ts';
import { assets } from './zh/assets.ts';
import { figures } from './zh/figures.ts';
import { home } from './zh/home.ts';
import { market } from './zh/market.ts';
import { plans } from './zh/plans.ts';
import { shell } from './zh/shell.ts';

/** Simplified Chinese, as a mainland reader of financial products expects it. */
export const zh: FirstTexts = { shell, account, home, assets, figures, market, plans };
