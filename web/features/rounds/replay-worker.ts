import type { RoundTranscript } from '#core/fairness/transcript.ts';
import { type SignatureCheck, verifyRound } from '#core/fairness/verify-round.ts';

/** The code of BLS signatures is large, and of use for drand’s beacon alone. */
async function signatureCheck({ beacon }: RoundTranscript): Promise<SignatureCheck> {
  if (beacon?.kind !== 'drand') return () => false;
  return (await import('#core/fairness/drand.ts')).isDrandSigned;
}

globalThis.addEventListener('message', async ({ data }: MessageEvent<RoundTranscript>) => {
  globalThis.postMessage(verifyRound(data, await signatureCheck(data)));
});
