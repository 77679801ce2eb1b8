import type { RoundDetail } from '#contract/round-records.ts';
import type { RoundTranscript } from '#core/fairness/transcript.ts';
import type { RoundVerdict } from '#core/fairness/verify-round.ts';
import { compareKnown, type Replay } from './replay.ts';

/** Recomputes a round in a worker, and holds its transcript against what the page and this phone know. Rejects when the worker fails. */
export async function replayInWorker(transcript: RoundTranscript, shown: RoundDetail): Promise<Replay> {
  const startedAt = performance.now();
  const { keptDigestOf } = await import('./kept-closings.ts');
  const [verdict, kept] = await Promise.all([verdictOf(transcript), keptDigestOf(shown.id)]);
  return {
    differences: [...compareKnown(transcript, shown, kept), ...verdict.differences],
    replay: verdict.replay,
    wasKept: kept !== null,
    milliseconds: performance.now() - startedAt,
  };
}

async function verdictOf(transcript: RoundTranscript): Promise<RoundVerdict> {
  const worker = new Worker(new URL('./replay-worker.ts', import.meta.url), { type: 'module' });
  try {
    return await new Promise((resolve, reject) => {
      worker.addEventListener('error', ({ message }) => reject(new Error(message)));
      worker.addEventListener('message', ({ data }: MessageEvent<RoundVerdict>) => resolve(data));
      worker.postMessage(transcript);
    });
  } finally {
    worker.terminate();
  }
}
