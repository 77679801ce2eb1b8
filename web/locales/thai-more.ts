import { thai as server } from '#contract/texts/thai.ts';
import type { MoreTexts } from './catalogue.ts';
import { basket } from './thai/basket.ts';
import { deposit } from './thai/deposit.ts';
import { financing } from './thai/financing.ts';
import { fundPassword } from './thai/fund-password.ts';
import { homeMore } from './thai/home-more.ts';
import { later } from './thai/later.ts';
import { limits } from './thai/limits.ts';
import { proofs } from './thai/proofs.ts';
import { records } from './thai/records.ts';
import { recovery } from './thai/recovery.ts';
import { security } from './thai/security.ts';
import { settings } from './thai/settings.ts';
import { support } from './thai/support.ts';
import { weight } from './thai/weight.ts';
import { withdrawals } from './thai/withdrawals.ts';

export const thaiMore: MoreTexts = {
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
