import { getPlanProof, type PlanProof } from '#contract/plans-proof.ts';
import { answerBytesMax, callBounded } from '#web/platform/api/bounded-call.ts';

/** Loads the proof of a plan, and nothing of one that is not exactly of the contract's form. */
export async function loadProof(id: string, signal: AbortSignal): Promise<PlanProof> {
  return await callBounded(getPlanProof, { plan: id }, { bytesMax: answerBytesMax.planProof, signal });
}
