import type { MoreTexts } from './catalogue.ts';
import { deposit } from './zh/deposit.ts';
import { financing } from './zh/financing.ts';
import { later } from './zh/later.ts';
import { proofs } from './zh/proofs.ts';
import { records } from './zh/records.ts';
import { security } from './zh/security.ts';
import { settings } from './zh/settings.ts';
import { support } from './zh/support.ts';
import { withdrawals } from './zh/withdrawals.ts';

export const zhMore: MoreTexts = {
  settings,
  financing,
  deposit,
  later,
  support,
  withdrawals,
  security,
  records,
  proofs,
};
