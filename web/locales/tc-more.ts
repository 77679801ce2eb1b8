import { tc as errors } from '#contract/error-texts/tc.ts';
import type { MoreTexts } from './catalogue.ts';
import { basket } from './tc/basket.ts';
import { checkIn } from './tc/check-in.ts';
import { content } from './tc/content.ts';
import { deposits } from './tc/deposits.ts';
import { draws } from './tc/draws.ts';
import { financing } from './tc/financing.ts';
import { homeMore } from './tc/home-more.ts';
import { invitations } from './tc/invitations.ts';
import { limits } from './tc/limits.ts';
import { notify } from './tc/notify.ts';
import { planConfirm } from './tc/plan-confirm.ts';
import { planDetail } from './tc/plan-detail.ts';
import { planProof } from './tc/plan-proof.ts';
import { practice } from './tc/practice.ts';
import { proofs } from './tc/proofs.ts';
import { recovery } from './tc/recovery.ts';
import { replay } from './tc/replay.ts';
import { reset } from './tc/reset.ts';
import { rounds } from './tc/rounds.ts';
import { security } from './tc/security.ts';
import { settings } from './tc/settings.ts';
import { support } from './tc/support.ts';
import { tasks } from './tc/tasks.ts';
import { termsSummary } from './tc/terms-summary.ts';
import { wallet } from './tc/wallet.ts';
import { weight } from './tc/weight.ts';
import { withdrawalPassword } from './tc/withdrawal-password.ts';
import { withdrawals } from './tc/withdrawals.ts';

export const tcMore: MoreTexts = {
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
