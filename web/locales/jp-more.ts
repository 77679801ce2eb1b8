import { jp as errors } from '#contract/error-texts/jp.ts';
import type { MoreTexts } from './catalogue.ts';
import { basket } from './jp/basket.ts';
import { checkIn } from './jp/check-in.ts';
import { content } from './jp/content.ts';
import { deposits } from './jp/deposits.ts';
import { draws } from './jp/draws.ts';
import { financing } from './jp/financing.ts';
import { homeMore } from './jp/home-more.ts';
import { invitations } from './jp/invitations.ts';
import { limits } from './jp/limits.ts';
import { notify } from './jp/notify.ts';
import { planConfirm } from './jp/plan-confirm.ts';
import { planDetail } from './jp/plan-detail.ts';
import { planProof } from './jp/plan-proof.ts';
import { practice } from './jp/practice.ts';
import { proofs } from './jp/proofs.ts';
import { recovery } from './jp/recovery.ts';
import { replay } from './jp/replay.ts';
import { reset } from './jp/reset.ts';
import { rounds } from './jp/rounds.ts';
import { security } from './jp/security.ts';
import { settings } from './jp/settings.ts';
import { support } from './jp/support.ts';
import { tasks } from './jp/tasks.ts';
import { termsSummary } from './jp/terms-summary.ts';
import { wallet } from './jp/wallet.ts';
import { weight } from './jp/weight.ts';
import { withdrawalPassword } from './jp/withdrawal-password.ts';
import { withdrawals } from './jp/withdrawals.ts';

export const jpMore: MoreTexts = {
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
