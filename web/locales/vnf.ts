import type { FirstTexts } from './catalogue.ts';
import { account } from './vnf/account.ts';
import { assets } from './vnf/assets.ts';
import { figures } from './vnf/figures.ts';
import { home } from './vnf/home.ts';
import { market } from './vnf/market.ts';
import { plans } from './vnf/plans.ts';
import { shell } from './vnf/shell.ts';

/** Vietnamese. */
export const vnf: FirstTexts = { shell, account, home, assets, figures, market, plans };
