import { assets } from './en/assets.ts';
import { figures } from './en/figures.ts';
import { home } from './en/home.ts';
import { identity } from './en/identity.ts';
import { market } from './en/market.ts';
import { plans } from './en/plans.ts';
import { shell } from './en/shell.ts';

/** English, the language whose keys and placeholders all others have: the texts of the first screens. */
export const en = { shell, identity, home, assets, figures, market, plans } as const;
