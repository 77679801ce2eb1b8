import { vnf as errors } from '#contract/error-texts/vnf.ts';
import type { MoreTexts } from './catalogue.ts';
import { basket } from './vnf/basket.ts';
import { checkIn } from './vnf/check-in.ts';
import { content } from './vnf/content.ts';
import { deposits } from './vnf/deposits.ts';
import { draws } from './vnf/draws.ts';
import { financing } from './vnf/financing.ts';
import { homeMore } from './vnf/home-more.ts';
import { invitations } from './vnf/invitations.ts';
import { limits } from './vnf/limits.ts';
import { notify } from './vnf/notify.ts';
import { planConfirm } from './vnf/plan-confirm.ts';
import { planDetail } from './vnf/plan-detail.ts';
import { planProof } from './vnf/plan-proof.ts';
import { practice } from './vnf/practice.ts';
import { proofs } from './vnf/proofs.ts';
import { recovery } from './vnf/recovery.ts';
import { replay } from './vnf/replay.ts';
import { reset } from './vnf/reset.ts';
import { rounds } from './vnf/rounds.ts';
import { security } from './vnf/security.ts';
import { settings } from './vnf/settings.ts';
import { support } from './vnf/support.ts';
import { tasks } from './vnf/tasks.ts';
import { termsSummary } from './vnf/terms-summary.ts';
import { wallet } from './vnf/wallet.ts';
import { weight } from './vnf/weight.ts';
import { withdrawalPassword } from './vnf/withdrawal-password.ts';
import { withdrawals } from './vnf/withdrawals.ts';

export const vnfMore: MoreTexts = {
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
