import type { CaptchaWork } from '#contract/captcha-work.ts';

/** What the worker reports: the number of attempts so far, then the solution. */
export type WorkReport = number | { readonly counter: number; readonly key: string };

/** Solves the work in a worker, so that typing stays smooth. Rejects when aborted, or when the worker fails. */
export async function solveInWorker(
  work: CaptchaWork,
  signal: AbortSignal,
  onAttempts: (attempts: number) => void,
): Promise<Exclude<WorkReport, number>> {
  const worker = new Worker(new URL('./solve-worker.ts', import.meta.url), { type: 'module' });
  try {
    return await new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
      worker.addEventListener('error', ({ message }) => reject(new Error(message)));
      worker.addEventListener('message', ({ data }: MessageEvent<WorkReport>) => {
        if (typeof data === 'number') onAttempts(data);
        else resolve(data);
      });
      worker.postMessage(work);
    });
  } finally {
    worker.terminate();
  }
}
