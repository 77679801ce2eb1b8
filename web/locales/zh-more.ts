import { zh as server } from '#contract/texts/zh.ts';
import type { MoreTexts } from './catalogue.ts';
import { basket } from './zh/basket.ts';
import { deposit } from './zh/deposit.ts';
import { financing } from './zh/financing.ts';
import { fundPassword } from './zh/fund-password.ts';
import { homeMore } from './zh/home-more.ts';
import { later } from './zh/later.ts';
import { limits } from './zh/limits.ts';
import { proofs } from './zh/proofs.ts';
import { records } from './zh/records.ts';
import { recovery } from './zh/recovery.ts';
import { security } from './zh/security.ts';
import { settings } from './zh/settings.ts';
import { support } from './zh/support.ts';
import { weight } from './zh/weight.ts';
import { withdrawals } from './zh/withdrawals.ts';

export const zhMore: MoreTexts = {
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
