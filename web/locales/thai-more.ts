import { thai as errors } from '#contract/error-texts/thai.ts';
import type { MoreTexts } from './catalogue.ts';
import { basket } from './thai/basket.ts';
import { checkIn } from './thai/check-in.ts';
import { content } from './thai/content.ts';
import { deposits } from './thai/deposits.ts';
import { draws } from './thai/draws.ts';
import { financing } from './thai/financing.ts';
import { homeMore } from './thai/home-more.ts';
import { invitations } from './thai/invitations.ts';
import { limits } from './thai/limits.ts';
import { notify } from './thai/notify.ts';
import { planConfirm } from './thai/plan-confirm.ts';
import { planDetail } from './thai/plan-detail.ts';
import { planProof } from './thai/plan-proof.ts';
import { practice } from './thai/practice.ts';
import { proofs } from './thai/proofs.ts';
import { recovery } from './thai/recovery.ts';
import { replay } from './thai/replay.ts';
import { reset } from './thai/reset.ts';
import { rounds } from './thai/rounds.ts';
import { security } from './thai/security.ts';
import { settings } from './thai/settings.ts';
import { support } from './thai/support.ts';
import { tasks } from './thai/tasks.ts';
import { termsSummary } from './thai/terms-summary.ts';
import { wallet } from './thai/wallet.ts';
import { weight } from './thai/weight.ts';
import { withdrawalPassword } from './thai/withdrawal-password.ts';
import { withdrawals } from './thai/withdrawals.ts';

export const thaiMore: MoreTexts = {
  errors,
  basket,
  settings,
  financing,
  homeMore,
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
  withdrawalPassword,
  weight,
  checkIn,
  tasks,
  invitations,
  limits,
  recovery,
  reset,
  termsSummary,
  replay,
  rounds,
  draws,
  support,
};
