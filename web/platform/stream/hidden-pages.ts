import type { Stream } from './stream.ts';

/** A change of tab and back costs no reconnection. */
const hiddenMs = 30_000;
/** A free lock is granted sooner. */
const grantMs = 1_000;
const lockName = 'clearlot-hidden-stream';

/** What is used of the browser; tests pass their own. */
interface Browser {
  readonly page: Pick<Document, 'visibilityState' | 'addEventListener'>;
  readonly locks: Pick<LockManager, 'request'> | undefined;
  after(delayMs: number, act: () => void): () => void;
}

/**
 * Closes the streams of pages that stay hidden, until they are seen again: over HTTP/1.1 a browser has six connections to a server, and a
 * seventh tab would hang. One of them keeps its stream, and with it what is published at each closing of a round.
 */
export function restWhileHidden(stream: Pick<Stream, 'sleep' | 'wake'>, { page, locks, after }: Browser): void {
  if (locks === undefined) return;
  let seen = new AbortController();
  const follow = (): void => {
    seen.abort();
    if (page.visibilityState === 'visible') {
      stream.wake();
      return;
    }
    seen = new AbortController();
    const { signal } = seen;
    const rest = (): void => {
      let isKeeper = false;
      const keep = (): Promise<void> => {
        isKeeper = true;
        stream.wake();
        return new Promise((resolve) => signal.addEventListener('abort', () => resolve()));
      };
      locks.request(lockName, { signal }, keep).catch(() => undefined);
      signal.addEventListener(
        'abort',
        after(grantMs, () => isKeeper || stream.sleep()),
      );
    };
    signal.addEventListener('abort', after(hiddenMs, rest));
  };
  // A tab may be opened behind the others.
  follow();
  page.addEventListener('visibilitychange', follow);
}
