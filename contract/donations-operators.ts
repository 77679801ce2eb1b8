import * as z from 'zod/mini';
import { causeIdPattern, isReceipt } from '#core/donations/disbursements.ts';
import { causeTexts } from './donations.ts';
import { refusedAs, textField } from './fields.ts';
import { operation } from './operation.ts';
import { permissions } from './roles.ts';

export const listCauses = operation({
  summary: 'What the charity’s money is for, with the texts of the giving pages.',
  method: 'GET',
  path: '/operator/donations/causes',
  access: { role: permissions.readBooks },
  effect: 'read',
  output: z.array(z.object({ id: z.string(), texts: causeTexts })),
  answerIn: 'info',
});

export const proposeDisbursement = operation({
  summary:
    'Asks to disburse what the charity holds, with the operator’s own approval. It is made, and published with its receipt, with the approval of a second operator within a day, exactly as it was asked for.',
  method: 'POST',
  path: '/operator/donations/disbursements/propose',
  access: { role: permissions.moveHouseMoney },
  effect: 'money',
  input: z.strictObject({
    cause: textField(causeIdPattern, 'causeUnknown', 'causeUnknown'),
    asset: z.enum(['USDT', 'PTS'], { error: () => 'fieldInvalid' }),
    /** A decimal string of the asset: points are whole. */
    amount: textField(/^\d{1,12}(?:\.\d{1,6})?$/, 'amountMissing', 'amountInvalid'),
    receipt: z
      .string(refusedAs('receiptMissing', 'receiptInvalid'))
      .check(z.refine(isReceipt, refusedAs('receiptMissing', 'receiptInvalid'))),
  }),
  /** The number of the request. */
  output: z.object({ id: z.string() }),
  errors: [
    'causeUnknown',
    'causeClosed',
    'amountMissing',
    'amountInvalid',
    'disbursementTooLarge',
    'receiptMissing',
    'receiptInvalid',
    'approvalOver',
  ],
});
