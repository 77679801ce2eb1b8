import type { proposeDisbursement as operation } from '#contract/donations-operators.ts';
import type { InputOf, OutputOf } from '#contract/operation.ts';
import { parseAmount } from '#core/money/amount.ts';
import type { ActingOperator } from '#server/platform/operators/operator-acts.ts';
import type { OperatorEvents } from '#server/platform/operators/operator-events.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { askForDisbursement, type DisburseDependencies } from './disburse.ts';

/** Asks for a disbursement under a number of its own; another operator approves that number. */
export async function proposeDisbursement(
  dependencies: DisburseDependencies & { readonly operatorEvents: Pick<OperatorEvents, 'publish'> },
  { cause, asset, amount: given, receipt }: InputOf<typeof operation>,
  by: ActingOperator,
  key: string | null,
): Promise<OutputOf<typeof operation>> {
  const amount = parseAmount(asset, given);
  if (amount === null || amount <= 0n) throw new Refusal('amountInvalid');
  const asked = await askForDisbursement(dependencies, { causeId: cause, asset, amount, receipt }, { by, key });
  if ('id' in asked) {
    await dependencies.operatorEvents.publish({ subject: 'approvals', id: '' });
    return { id: asked.id };
  }
  if (asked.outcome === 'causeUnknown') throw new Refusal('causeUnknown');
  if (asked.outcome === 'causeClosed') throw new Refusal('causeClosed');
  if (asked.outcome === 'overUnspent') throw new Refusal('disbursementTooLarge');
  // A repetition of a request that was refused or has lapsed meanwhile.
  throw new Refusal('approvalOver');
}
