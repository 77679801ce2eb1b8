import type { FirstTexts } from './catalogue.ts';
import { assets } from './jp/assets.ts';
import { figures } from './jp/figures.ts';
import { home } from './jp/home.ts';
import { identity } from './jp/identity.ts';
import { market } from './jp/market.ts';
import { plans } from './jp/plans.ts';
import { shell } from './jp/shell.ts';

/** Japanese. */
export const jp: FirstTexts = { shell, identity, home, assets, figures, market, plans };
