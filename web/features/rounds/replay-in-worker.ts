import type { RoundDetail } from '#contract/round-records.ts';
import { publicFrom } from '#core/fairness/beacon.ts';
import { orderCountOf } from '#core/fairness/closing.ts';
import type { OrderLeaf } from '#core/fairness/orders.ts';
import type { DayTranscript, RoundTranscript } from '#core/fairness/transcript.ts';
import type { DayVerdict } from '#core/fairness/verify-day.ts';
import type { RoundVerdict } from '#core/fairness/verify-round.ts';
import { dayOf, timesOf } from '#core/rounds/schedule.ts';
import { productNow } from '#web/platform/product-clock.ts';
import { checkCandles, type PublishedMarket } from './market-candles.ts';
import { compareKnown, compareListed, openOf, type Replay, type ReplayStep, replaySteps } from './replay.ts';

/** What the worker takes: orders of a round one page after another, then the transcript that they belong to. */
export type WorkerInput =
  | { readonly kind: 'orders'; readonly round: number; readonly orders: readonly OrderLeaf[] }
  | { readonly kind: 'round'; readonly transcript: RoundTranscript }
  | { readonly kind: 'day'; readonly transcript: DayTranscript };

/** The pages of the orders that a transcript does not list; null to leave them out. */
export type OrderPages = AsyncIterable<readonly OrderLeaf[]> | null;

/** Recomputes a round in a worker, and holds its transcript against the page, what this phone kept, and the market. Rejects when the worker fails. */
export async function replayInWorker(
  transcript: RoundTranscript,
  shown: RoundDetail,
  market: PublishedMarket,
  pages: OrderPages,
): Promise<Replay> {
  const startedAt = performance.now();
  const { keptDigestOf, keptOrdersIn, keptTipOf } = await import('./kept-rounds.ts');
  const own = await keptOrdersIn(shown.id);
  const listed = new Map<string, OrderLeaf>();
  const salts = new Set(own.map(({ salt }) => salt));
  const note = (orders: readonly OrderLeaf[]): void => {
    for (const order of orders) if (salts.has(order.salt)) listed.set(order.salt, order);
  };
  note(transcript.orders ?? []);
  const [verdict, digest, tip, candles] = await Promise.all([
    inWorker<RoundVerdict>({ kind: 'round', transcript }, transcript.closing.round, noted(pages, note)),
    keptDigestOf(shown.id),
    keptTipOf(dayOf(shown.id)),
    checkCandles(transcript, market, productNow()),
  ]);
  const isListed = transcript.orders !== null || pages !== null || orderCountOf(transcript.closing) === 0;
  const { closing, beacon } = transcript;
  const open = [
    ...openOf({ digest, tip }, publicFrom(closing.beacon, timesOf(closing.round).resultAt)),
    ...candles.open,
    ...(isListed ? [] : ['orders' as const]),
  ];
  const isCompared: Partial<Record<ReplayStep, boolean>> = {
    keptTip: tip !== null,
    keptDigest: digest !== null,
    market: beacon?.kind === 'market' && !open.includes('market'),
    recording: candles.isRecorded,
  };
  return {
    differences: [
      ...compareKnown(transcript, shown, { digest, tip }),
      ...candles.differences,
      ...verdict.differences,
      ...(isListed ? compareListed(own, listed) : []),
    ],
    replay: verdict.replay,
    steps: replaySteps.filter((step) => isCompared[step] !== false),
    open,
    recordedFrom: candles.recordedFrom,
    milliseconds: performance.now() - startedAt,
  };
}

function noted(pages: OrderPages, note: (orders: readonly OrderLeaf[]) => void): OrderPages {
  if (pages === null) return null;
  return (async function* () {
    for await (const orders of pages) {
      note(orders);
      yield orders;
    }
  })();
}

/** Recomputes a whole day in a worker. Rejects when the worker fails. */
export function verifyDayInWorker(transcript: DayTranscript): Promise<DayVerdict> {
  return inWorker<DayVerdict>({ kind: 'day', transcript }, 0, null);
}

async function inWorker<Verdict>(input: WorkerInput, round: number, pages: OrderPages): Promise<Verdict> {
  const worker = new Worker(new URL('./replay-worker.ts', import.meta.url), { type: 'module' });
  const send = (message: WorkerInput): void => worker.postMessage(message);
  try {
    const answered = new Promise<Verdict>((resolve, reject) => {
      worker.addEventListener('error', ({ message }) => reject(new Error(message)));
      worker.addEventListener('message', ({ data }: MessageEvent<Verdict>) => resolve(data));
    });
    for await (const orders of pages ?? []) send({ kind: 'orders', round, orders });
    send(input);
    return await answered;
  } finally {
    worker.terminate();
  }
}
