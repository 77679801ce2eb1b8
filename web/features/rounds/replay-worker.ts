import { type OrderList, openOrderList } from '#core/fairness/order-sums.ts';
import type { RoundTranscript } from '#core/fairness/transcript.ts';
import { verifyDay } from '#core/fairness/verify-day.ts';
import { type SignatureCheck, verifyRound } from '#core/fairness/verify-round.ts';
import type { WorkerInput } from './replay-in-worker.ts';

/** The code of BLS signatures is large, and of use for drand’s beacon alone. */
async function signatureCheck(rounds: readonly RoundTranscript[]): Promise<SignatureCheck> {
  if (!rounds.some(({ beacon }) => beacon?.kind === 'drand')) return () => false;
  return (await import('#core/fairness/drand.ts')).isDrandSigned;
}

let listed: OrderList | null = null;

globalThis.addEventListener('message', async ({ data }: MessageEvent<WorkerInput>) => {
  if (data.kind === 'orders') {
    listed ??= openOrderList(data.round);
    for (const order of data.orders) listed.add(order);
    return;
  }
  if (data.kind === 'day') {
    globalThis.postMessage(verifyDay(data.transcript, await signatureCheck(data.transcript.rounds)));
    return;
  }
  const isSigned = await signatureCheck([data.transcript]);
  globalThis.postMessage(verifyRound(data.transcript, isSigned, listed?.sums() ?? null));
});
