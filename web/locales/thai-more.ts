import { thai as server } from '#contract/texts/thai.ts';
import type { MoreTexts } from './catalogue.ts';
import { basket } from './thai/basket.ts';
import { content } from './thai/content.ts';
import { deposits } from './thai/deposits.ts';
import { financing } from './thai/financing.ts';
import { homeMore } from './thai/home-more.ts';
import { limits } from './thai/limits.ts';
import { notOpen } from './thai/not-open.ts';
import { planProof } from './thai/plan-proof.ts';
import { proofs } from './thai/proofs.ts';
import { recovery } from './thai/recovery.ts';
import { replay } from './thai/replay.ts';
import { security } from './thai/security.ts';
import { settings } from './thai/settings.ts';
import { wallet } from './thai/wallet.ts';
import { weight } from './thai/weight.ts';
import { withdrawalPassword } from './thai/withdrawal-password.ts';
import { withdrawals } from './thai/withdrawals.ts';

export const thaiMore: MoreTexts = {
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
