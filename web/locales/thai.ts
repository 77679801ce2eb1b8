import type { FirstTexts } from './catalogue.ts';
import { account } from './thai/account.ts';
import { assets } from './thai/assets.ts';
import { figures } from './thai/figures.ts';
import { home } from './thai/home.ts';
import { market } from './thai/market.ts';
import { plans } from './thai/plans.ts';
import { shell } from './thai/shell.ts';

/** Thai. */
export const thai: FirstTexts = { shell, account, home, assets, figures, market, plans };
