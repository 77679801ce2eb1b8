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

/**
 * Scrolls to the end when the chat opens and when the member writes. What others write leaves the member where older messages are read, and
 * a button leads to it.
 */
export function useChatEnd(newest: number, unsent: number, isOn: boolean): ChatEnd {
  const t = useText();
  const mark = useRef<HTMLDivElement>(null);
  const [isInSight, setInSight] = useState(true);
  const [reached, setReached] = useState(none);
  const count = newest + unsent;
  const isReached = isInSight || reached.count === 0 || unsent > reached.unsent;
  const next = isOn && count > 0 ? { count: isReached ? count : Math.min(count, reached.count), unsent } : none;
  if (next.count !== reached.count || next.unsent !== reached.unsent) setReached(next);
  const hasNew = next.count < count && isOn;
  const scroll = (): void => mark.current?.scrollIntoView({ block: 'end' });
  useEffect(() => {
    if (mark.current === null) return;
    const watcher = new IntersectionObserver((entries) => setInSight(entries.at(-1)?.isIntersecting === true), {
      rootMargin: `0px 0px ${nearPx}px 0px`,
    });
    watcher.observe(mark.current);
    return () => watcher.disconnect();
  }, []);
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
