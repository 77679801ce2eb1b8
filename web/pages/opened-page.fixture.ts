import type { ReactNode } from 'react';
import { expect } from 'vitest';
import { mount } from '#web/ui/mounted.fixture.tsx';
import { handOn } from '#web/ui/presses.fixture.ts';
import { fakeStream } from '#web/ui/stream.fixture.ts';

/** A page with a hand on it. Its stream is open: prices are not behind, however long a test takes. */
export function openedPage(node: ReactNode, path: string) {
  const stream = fakeStream();
  const mounted = mount(node, { path });
  // A page without prices or events has no stream.
  void stream.open().catch(() => undefined);
  /** Waits for what comes late. */
  const shown = (words: string | RegExp) => expect.poll(() => mounted.container.textContent).toMatch(words);
  return { ...mounted, ...handOn(mounted), shown };
}
