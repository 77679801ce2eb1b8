import { getPlanProof, type PlanProof } from '#contract/plans-proof.ts';
import { decodeResult } from '#web/platform/api/call.ts';
import { ApiFailure } from '#web/platform/api/refusal.ts';
import { requestOf } from '#web/platform/api/request.ts';
import { localeStore } from '#web/platform/i18n/locale-store.ts';
import { ProofUnreadable } from './proof-unreadable.ts';

/** A proof has 400 rows at most: a hundredth of this. */
export const proofBytesMax = 4_000_000;

/** Loads the proof of a plan, and nothing of one that is not exactly of the contract's form. */
export async function loadProof(id: string, signal: AbortSignal): Promise<PlanProof> {
  const { address, init } = requestOf(getPlanProof, { plan: id }, { locale: localeStore.locale() });
  const text = await readText(await fetch(address, { ...init, signal }));
  try {
    return decodeResult(getPlanProof, JSON.parse(text)).value;
  } catch (error) {
    if (error instanceof SyntaxError) throw new ProofUnreadable(error.message);
    if (error instanceof ApiFailure) throw new ProofUnreadable(reasonOf(error));
    throw error;
  }
}

async function readText(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    bytes += part.value.length;
    if (bytes > proofBytesMax) {
      await reader?.cancel();
      throw new ProofUnreadable(`> ${proofBytesMax} B`);
    }
    text += decoder.decode(part.value, { stream: true });
  }
  return text + decoder.decode();
}

interface Issue {
  readonly path: readonly PropertyKey[];
  readonly code: string;
  readonly keys?: readonly string[];
}

/** The first of what is wrong, by its place in the proof: `terms.leverage: invalid_type`. */
function reasonOf({ cause }: ApiFailure): string {
  const issues = typeof cause === 'object' && cause !== null && 'issues' in cause ? (cause.issues as Issue[]) : [];
  return issues
    .slice(0, 3)
    .map(({ path, code, keys }) => `${[...path, ...(keys ?? [])].join('.')}: ${code}`)
    .join(', ');
}
