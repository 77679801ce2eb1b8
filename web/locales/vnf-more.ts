import { vnf as server } from '#contract/texts/vnf.ts';
import type { MoreTexts } from './catalogue.ts';
import { basket } from './vnf/basket.ts';
import { deposit } from './vnf/deposit.ts';
import { financing } from './vnf/financing.ts';
import { fundPassword } from './vnf/fund-password.ts';
import { homeMore } from './vnf/home-more.ts';
import { later } from './vnf/later.ts';
import { limits } from './vnf/limits.ts';
import { proofs } from './vnf/proofs.ts';
import { records } from './vnf/records.ts';
import { recovery } from './vnf/recovery.ts';
import { security } from './vnf/security.ts';
import { settings } from './vnf/settings.ts';
import { support } from './vnf/support.ts';
import { weight } from './vnf/weight.ts';
import { withdrawals } from './vnf/withdrawals.ts';

export const vnfMore: MoreTexts = {
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
