import { en as server } from '#contract/texts/en.ts';
import { account } from './en/account.ts';
import { assets } from './en/assets.ts';
import { deposit } from './en/deposit.ts';
import { figures } from './en/figures.ts';
import { home } from './en/home.ts';
import { later } from './en/later.ts';
import { market } from './en/market.ts';
import { plans } from './en/plans.ts';
import { shell } from './en/shell.ts';

/** English, the language whose keys and placeholders all others have. */
export const en = { server, shell, account, home, assets, deposit, figures, market, plans, later } as const;
