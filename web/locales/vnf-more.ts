import type { MoreTexts } from './catalogue.ts';
import { deposit } from './vnf/deposit.ts';
import { financing } from './vnf/financing.ts';
import { later } from './vnf/later.ts';
import { proofs } from './vnf/proofs.ts';
import { records } from './vnf/records.ts';
import { security } from './vnf/security.ts';
import { settings } from './vnf/settings.ts';
import { support } from './vnf/support.ts';
import { withdrawals } from './vnf/withdrawals.ts';

export const vnfMore: MoreTexts = {
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
