import { useEffect } from 'react';
import { productNow, syncedNow } from '#web/platform/product-clock.ts';
import { useUsername } from '#web/platform/session/use-username.ts';
import { useStreamEvent } from '#web/platform/stream/use-stream.ts';

/**
 * Keeps on this phone what is published at each closing as it arrives, before the seed is revealed: a closing cannot be written anew afterwards. On any
 * page, as long as the app is open.
 */
export function RoundKeeper(): null {
  const isMember = useUsername() !== null;
  useStreamEvent('round', ({ round, state, digest, now }) => {
    if (state !== 'closed' || digest === null) return;
    // A server that publishes a closing late may date it back: this phone's own clock has run on.
    const at = Math.max(now, syncedNow() || now);
    void import('./keep-rounds.ts').then(({ keepClosed }) => keepClosed(round, digest, at, isMember)).catch(() => {});
  });
  useEffect(() => {
    if (isMember) void import('./keep-rounds.ts').then(({ catchUp }) => catchUp(productNow)).catch(() => {});
  }, [isMember]);
  return null;
}
