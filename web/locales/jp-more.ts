import { jp as server } from '#contract/texts/jp.ts';
import type { MoreTexts } from './catalogue.ts';
import { basket } from './jp/basket.ts';
import { content } from './jp/content.ts';
import { deposits } from './jp/deposits.ts';
import { financing } from './jp/financing.ts';
import { homeMore } from './jp/home-more.ts';
import { limits } from './jp/limits.ts';
import { notOpen } from './jp/not-open.ts';
import { planProof } from './jp/plan-proof.ts';
import { proofs } from './jp/proofs.ts';
import { recovery } from './jp/recovery.ts';
import { replay } from './jp/replay.ts';
import { security } from './jp/security.ts';
import { settings } from './jp/settings.ts';
import { wallet } from './jp/wallet.ts';
import { weight } from './jp/weight.ts';
import { withdrawalPassword } from './jp/withdrawal-password.ts';
import { withdrawals } from './jp/withdrawals.ts';

export const jpMore: MoreTexts = {
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
