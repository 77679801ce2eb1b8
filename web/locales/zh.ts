import type { FirstTexts } from './catalogue.ts';
import { assets } from './zh/assets.ts';
import { figures } from './zh/figures.ts';
import { home } from './zh/home.ts';
import { identity } from './zh/identity.ts';
import { market } from './zh/market.ts';
import { plans } from './zh/plans.ts';
import { shell } from './zh/shell.ts';

/** Simplified Chinese, as a mainland reader of financial products expects it. */
export const zh: FirstTexts = { shell, identity, home, assets, figures, market, plans };
