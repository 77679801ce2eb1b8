import { jp as server } from '#contract/texts/jp.ts';
import type { MoreTexts } from './catalogue.ts';
import { basket } from './jp/basket.ts';
import { deposit } from './jp/deposit.ts';
import { financing } from './jp/financing.ts';
import { fundPassword } from './jp/fund-password.ts';
import { homeMore } from './jp/home-more.ts';
import { later } from './jp/later.ts';
import { limits } from './jp/limits.ts';
import { proofs } from './jp/proofs.ts';
import { records } from './jp/records.ts';
import { recovery } from './jp/recovery.ts';
import { security } from './jp/security.ts';
import { settings } from './jp/settings.ts';
import { support } from './jp/support.ts';
import { weight } from './jp/weight.ts';
import { withdrawals } from './jp/withdrawals.ts';

export const jpMore: MoreTexts = {
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
