import { en as server } from '#contract/texts/en.ts';
import { basket } from './en/basket.ts';
import { content } from './en/content.ts';
import { deposits } from './en/deposits.ts';
import { financing } from './en/financing.ts';
import { homeMore } from './en/home-more.ts';
import { limits } from './en/limits.ts';
import { notOpen } from './en/not-open.ts';
import { planProof } from './en/plan-proof.ts';
import { proofs } from './en/proofs.ts';
import { recovery } from './en/recovery.ts';
import { replay } from './en/replay.ts';
import { security } from './en/security.ts';
import { settings } from './en/settings.ts';
import { wallet } from './en/wallet.ts';
import { weight } from './en/weight.ts';
import { withdrawalPassword } from './en/withdrawal-password.ts';
import { withdrawals } from './en/withdrawals.ts';

/** English texts that the first screens do without. */
export const enMore = {
  server,
  basket,
  settings,
  homeMore,
  financing,
  deposits,
  notOpen,
  content,
  withdrawals,
  security,
  wallet,
  planProof,
  proofs,
  limits,
  weight,
  withdrawalPassword,
  recovery,
  replay,
} as const;
