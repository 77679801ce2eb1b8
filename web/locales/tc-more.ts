import { tc as server } from '#contract/texts/tc.ts';
import type { MoreTexts } from './catalogue.ts';
import { basket } from './tc/basket.ts';
import { content } from './tc/content.ts';
import { deposits } from './tc/deposits.ts';
import { financing } from './tc/financing.ts';
import { homeMore } from './tc/home-more.ts';
import { limits } from './tc/limits.ts';
import { notOpen } from './tc/not-open.ts';
import { planProof } from './tc/plan-proof.ts';
import { proofs } from './tc/proofs.ts';
import { recovery } from './tc/recovery.ts';
import { replay } from './tc/replay.ts';
import { security } from './tc/security.ts';
import { settings } from './tc/settings.ts';
import { wallet } from './tc/wallet.ts';
import { weight } from './tc/weight.ts';
import { withdrawalPassword } from './tc/withdrawal-password.ts';
import { withdrawals } from './tc/withdrawals.ts';

export const tcMore: MoreTexts = {
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
