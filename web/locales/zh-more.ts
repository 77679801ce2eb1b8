import { zh as errors } from '#contract/error-texts/zh.ts';
import type { MoreTexts } from './catalogue.ts';
import { basket } from './zh/basket.ts';
import { checkIn } from './zh/check-in.ts';
import { content } from './zh/content.ts';
import { deposits } from './zh/deposits.ts';
import { draws } from './zh/draws.ts';
import { financing } from './zh/financing.ts';
import { homeMore } from './zh/home-more.ts';
import { invitations } from './zh/invitations.ts';
import { limits } from './zh/limits.ts';
import { notify } from './zh/notify.ts';
import { planConfirm } from './zh/plan-confirm.ts';
import { planDetail } from './zh/plan-detail.ts';
import { planProof } from './zh/plan-proof.ts';
import { practice } from './zh/practice.ts';
import { proofs } from './zh/proofs.ts';
import { recovery } from './zh/recovery.ts';
import { replay } from './zh/replay.ts';
import { reset } from './zh/reset.ts';
import { rounds } from './zh/rounds.ts';
import { security } from './zh/security.ts';
import { settings } from './zh/settings.ts';
import { support } from './zh/support.ts';
import { tasks } from './zh/tasks.ts';
import { termsSummary } from './zh/terms-summary.ts';
import { wallet } from './zh/wallet.ts';
import { weight } from './zh/weight.ts';
import { withdrawalPassword } from './zh/withdrawal-password.ts';
import { withdrawals } from './zh/withdrawals.ts';

export const zhMore: MoreTexts = {
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
