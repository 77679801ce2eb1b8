import { deposit } from './en/deposit.ts';
import { financing } from './en/financing.ts';
import { later } from './en/later.ts';
import { proofs } from './en/proofs.ts';
import { records } from './en/records.ts';
import { security } from './en/security.ts';
import { settings } from './en/settings.ts';
import { support } from './en/support.ts';
import { withdrawals } from './en/withdrawals.ts';

/** English texts that the first screens do without. */
export const enMore = { settings, financing, deposit, later, support, withdrawals, security, records, proofs } as const;
