import * as contract from '#contract/withdrawals.ts';
import * as operatorsContract from '#contract/withdrawals-operators.ts';

/** The feature's operations without those of others: api.ts knows about plans, weight and deposits. */
export const withdrawalsContract = { ...contract, ...operatorsContract };
