import type { FirstTexts } from './catalogue.ts';
import { assets } from './thai/assets.ts';
import { figures } from './thai/figures.ts';
import { home } from './thai/home.ts';
import { identity } from './thai/identity.ts';
import { market } from './thai/market.ts';
import { plans } from './thai/plans.ts';
import { shell } from './thai/shell.ts';

/** Thai. */
export const thai: FirstTexts = { shell, identity, home, assets, figures, market, plans };
