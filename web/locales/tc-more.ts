import { tc as server } from '#contract/texts/tc.ts';
import type { MoreTexts } from './catalogue.ts';
import { basket } from './tc/basket.ts';
import { deposit } from './tc/deposit.ts';
import { financing } from './tc/financing.ts';
import { fundPassword } from './tc/fund-password.ts';
import { homeMore } from './tc/home-more.ts';
import { later } from './tc/later.ts';
import { limits } from './tc/limits.ts';
import { proofs } from './tc/proofs.ts';
import { records } from './tc/records.ts';
import { recovery } from './tc/recovery.ts';
import { security } from './tc/security.ts';
import { settings } from './tc/settings.ts';
import { support } from './tc/support.ts';
import { weight } from './tc/weight.ts';
import { withdrawals } from './tc/withdrawals.ts';

export const tcMore: MoreTexts = {
  server,
  basket,
  settings,
  financing,
  homeMore,
  deposit,
  later,
  support,
  withdrawals,
  security,
  records,
  proofs,
  fundPassword,
  weight,
  limits,
  recovery,
};
