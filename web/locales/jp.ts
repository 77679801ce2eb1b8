import type { FirstTexts } from './catalogue.ts';
import { account } from './jp/account.ts';
import { assets } from './jp/assets.ts';
import { figures } from './jp/figures.ts';
import { home } from './jp/home.ts';
import { market } from './jp/market.ts';
import { plans } from './jp/plans.ts';
import { shell } from './jp/shell.ts';

/** Japanese. */
export const jp: FirstTexts = { shell, account, home, assets, figures, market, plans };
