import { en as server } from '#contract/texts/en.ts';
import { basket } from './en/basket.ts';
import { deposit } from './en/deposit.ts';
import { financing } from './en/financing.ts';
import { fundPassword } from './en/fund-password.ts';
import { homeMore } from './en/home-more.ts';
import { later } from './en/later.ts';
import { limits } from './en/limits.ts';
import { proofs } from './en/proofs.ts';
import { records } from './en/records.ts';
import { recovery } from './en/recovery.ts';
import { security } from './en/security.ts';
import { settings } from './en/settings.ts';
import { support } from './en/support.ts';
import { weight } from './en/weight.ts';
import { withdrawals } from './en/withdrawals.ts';

/** English texts that the first screens do without. */
export const enMore = {
  server,
  basket,
  settings,
  homeMore,
  financing,
  deposit,
  later,
  support,
  withdrawals,
  security,
  records,
  proofs,
  limits,
  weight,
  fundPassword,
  recovery,
} as const;
