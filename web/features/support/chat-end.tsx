import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useText } from '#web/platform/i18n/text.ts';
import { Button } from '#web/ui/form/button.tsx';
import styles from './support.module.css';

/** Near enough to count as the end: the composer covers that much. */
const nearPx = 80;

interface ChatEnd {
  /** To be drawn below the last message. */
  readonly end: ReactNode;
  /** Whether there are messages that the member has not come to yet. */
  readonly hasNew: boolean;
}

const none = { count: 0, unsent: 0 };

/** What is shown of the chat: positions of its oldest and newest message, how many wait on this phone, and whether it is no search. */
interface ShownChat {
  readonly oldest: number;
  readonly newest: number;
  readonly unsent: number;
  readonly isOn: boolean;
}

/**
 * Scrolls to the end when the chat opens and when the member writes. What others write leaves the member where older messages are read, and
 * a button leads to it. Who is at the end stays there while something grows: links that load, the card of a conversation that ends.
 */
export function useChatEnd({ oldest, newest, unsent, isOn }: ShownChat): ChatEnd {
  const t = useText();
  const mark = useRef<HTMLDivElement>(null);
  const [seen] = useState(() => ({ isEnd: true, height: 0 }));
  const [isInSight, setInSight] = useState(true);
  const [reached, setReached] = useState(none);
  const count = newest + unsent;
  const isReached = isInSight || reached.count === 0 || unsent > reached.unsent;
  const next = isOn && count > 0 ? { count: isReached ? count : Math.min(count, reached.count), unsent } : none;
  if (next.count !== reached.count || next.unsent !== reached.unsent) setReached(next);
  const hasNew = next.count < count && isOn;
  const [scroll] = useState(() => () => mark.current?.scrollIntoView({ block: 'end' }));
  useEffect(() => {
    if (mark.current === null) return;
    const look = (entries: IntersectionObserverEntry[]): void => {
      seen.isEnd = entries.at(-1)?.isIntersecting === true;
      setInSight(seen.isEnd);
    };
    const watcher = new IntersectionObserver(look, { rootMargin: `0px 0px ${nearPx}px 0px` });
    watcher.observe(mark.current);
    return () => watcher.disconnect();
  }, [seen]);
  // Older messages are asked for to be read: for them nothing scrolls.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above.
  useLayoutEffect(() => {
    seen.height = heightOf(mark.current);
  }, [oldest]);
  const isEmpty = count === 0;
  useEffect(() => {
    const content = mark.current?.parentElement;
    if (!isOn || isEmpty || !content) return;
    // Browsers call this before they look whether the end is still in sight.
    const watcher = new ResizeObserver(() => {
      const before = seen.height;
      seen.height = heightOf(mark.current);
      if (seen.isEnd && seen.height > before) scroll();
    });
    watcher.observe(content);
    return () => watcher.disconnect();
  }, [isOn, isEmpty, seen, scroll]);
  // Before the browser looks where the end is with the new message above it; and where one comes to the end, nothing jumps.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above.
  useLayoutEffect(() => {
    if (isOn && count > 0 && !hasNew) scroll();
  }, [count, isOn]);
  return {
    hasNew,
    end: (
      <>
        {hasNew ? (
          <div className={styles.cue}>
            <Button inline onClick={scroll}>
              {t('support.newMessages')}
            </Button>
          </div>
        ) : null}
        <div ref={mark} />
      </>
    ),
  };
}

const heightOf = (mark: HTMLElement | null): number => mark?.parentElement?.offsetHeight ?? 0;
