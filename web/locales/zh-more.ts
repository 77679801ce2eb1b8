import { zh as server } from '#contract/texts/zh.ts';
import type { MoreTexts } from './catalogue.ts';
import { basket } from './zh/basket.ts';
import { content } from './zh/content.ts';
import { deposits } from './zh/deposits.ts';
import { financing } from './zh/financing.ts';
import { homeMore } from './zh/home-more.ts';
import { limits } from './zh/limits.ts';
import { notOpen } from './zh/not-open.ts';
import { planProof } from './zh/plan-proof.ts';
import { proofs } from './zh/proofs.ts';
import { recovery } from './zh/recovery.ts';
import { replay } from './zh/replay.ts';
import { security } from './zh/security.ts';
import { settings } from './zh/settings.ts';
import { wallet } from './zh/wallet.ts';
import { weight } from './zh/weight.ts';
import { withdrawalPassword } from './zh/withdrawal-password.ts';
import { withdrawals } from './zh/withdrawals.ts';

export const zhMore: MoreTexts = {
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
