import type { FirstTexts } from './catalogue.ts';
import { assets } from './tc/assets.ts';
import { figures } from './tc/figures.ts';
import { home } from './tc/home.ts';
import { identity } from './tc/identity.ts';
import { market } from './tc/market.ts';
import { plans } from './tc/plans.ts';
import { shell } from './tc/shell.ts';

/** Traditional Chinese, in words that Taiwan and Hong Kong share. */
export const tc: FirstTexts = { shell, identity, home, assets, figures, market, plans };
