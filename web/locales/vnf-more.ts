import { vnf as server } from '#contract/texts/vnf.ts';
import type { MoreTexts } from './catalogue.ts';
import { basket } from './vnf/basket.ts';
import { content } from './vnf/content.ts';
import { deposits } from './vnf/deposits.ts';
import { financing } from './vnf/financing.ts';
import { homeMore } from './vnf/home-more.ts';
import { limits } from './vnf/limits.ts';
import { notOpen } from './vnf/not-open.ts';
import { planProof } from './vnf/plan-proof.ts';
import { proofs } from './vnf/proofs.ts';
import { recovery } from './vnf/recovery.ts';
import { replay } from './vnf/replay.ts';
import { security } from './vnf/security.ts';
import { settings } from './vnf/settings.ts';
import { wallet } from './vnf/wallet.ts';
import { weight } from './vnf/weight.ts';
import { withdrawalPassword } from './vnf/withdrawal-password.ts';
import { withdrawals } from './vnf/withdrawals.ts';

export const vnfMore: MoreTexts = {
  server,
  basket,
  settings,
  financing,
  homeMore,
  deposits,
  notOpen,
  content,
  withdrawals,
  security,
  wallet,
  planProof,
  proofs,
  withdrawalPassword,
  weight,
  limits,
  recovery,
  replay,
};
