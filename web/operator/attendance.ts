import { unattendedHeader, unattendedHeaderValue } from '#contract/envelope.ts';

/** From then on without a touch, calls are the page's own. */
const attendedMs = 60_000;

/** What a person does at a page. */
const touches = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const;

/**
 * The headers of a page's calls: whether it makes them by itself. An open console reads its lists again every few seconds, which keeps
 * nobody's session from ending.
 */
export function watchAttendance(
  page: Pick<EventTarget, 'addEventListener'>,
  now: () => number,
): () => Readonly<Record<string, string>> {
  let touchedAt = now();
  const note = (): void => {
    touchedAt = now();
  };
  for (const touch of touches) page.addEventListener(touch, note, { capture: true, passive: true });
  return () => (now() - touchedAt < attendedMs ? {} : { [unattendedHeader]: unattendedHeaderValue });
}
