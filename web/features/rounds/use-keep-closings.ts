import { useStreamEvent } from '#web/platform/stream/use-stream.ts';

/** Keeps the digest of each closing as it arrives: before the seed is revealed, so that the closing cannot be written anew afterwards. */
export function useKeepClosings(): void {
  useStreamEvent('round', ({ round, state, digest }) => {
    if (state !== 'closed' || digest === null) return;
    void import('./kept-closings.ts').then(({ keepClosing }) => keepClosing(round, digest)).catch(() => {});
  });
}
