import type { FirstTexts } from './catalogue.ts';
import { assets } from './vnf/assets.ts';
import { figures } from './vnf/figures.ts';
import { home } from './vnf/home.ts';
import { identity } from './vnf/identity.ts';
import { market } from './vnf/market.ts';
import { plans } from './vnf/plans.ts';
import { shell } from './vnf/shell.ts';

/** Vietnamese. */
export const vnf: FirstTexts = { shell, identity, home, assets, figures, market, plans };
