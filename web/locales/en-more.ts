import { en as errors } from '#contract/error-texts/en.ts';
import { basket } from './en/basket.ts';
import { checkIn } from './en/check-in.ts';
import { content } from './en/content.ts';
import { deposits } from './en/deposits.ts';
import { draws } from './en/draws.ts';
import { financing } from './en/financing.ts';
import { homeMore } from './en/home-more.ts';
import { invitations } from './en/invitations.ts';
import { limits } from './en/limits.ts';
import { notify } from './en/notify.ts';
import { planConfirm } from './en/plan-confirm.ts';
import { planDetail } from './en/plan-detail.ts';
import { planProof } from './en/plan-proof.ts';
import { practice } from './en/practice.ts';
import { proofs } from './en/proofs.ts';
import { recovery } from './en/recovery.ts';
import { replay } from './en/replay.ts';
import { reset } from './en/reset.ts';
import { rounds } from './en/rounds.ts';
import { security } from './en/security.ts';
import { settings } from './en/settings.ts';
import { support } from './en/support.ts';
import { tasks } from './en/tasks.ts';
import { termsSummary } from './en/terms-summary.ts';
import { wallet } from './en/wallet.ts';
import { weight } from './en/weight.ts';
import { withdrawalPassword } from './en/withdrawal-password.ts';
import { withdrawals } from './en/withdrawals.ts';

/** English texts that the first screens do without. */
export const enMore = {
  errors,
  basket,
  settings,
  homeMore,
  financing,
  deposits,
  notify,
  content,
  withdrawals,
  security,
  wallet,
  planConfirm,
  planDetail,
  planProof,
  practice,
  proofs,
  limits,
  weight,
  checkIn,
  tasks,
  invitations,
  withdrawalPassword,
  recovery,
  reset,
  termsSummary,
  replay,
  rounds,
  draws,
  support,
} as const;
