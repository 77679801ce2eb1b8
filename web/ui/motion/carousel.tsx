import { type ReactNode, useCallback, useRef, useState } from 'react';
import { useVisibleInterval } from '#web/platform/visible-interval.ts';
import { classNames } from '../style/class-names.ts';
import styles from './carousel.module.css';
import { wantsLessMotion } from './motion.ts';

interface CarouselProps {
  readonly label: string;
  readonly slides: readonly { readonly key: string; readonly label: string; readonly content: ReactNode }[];
  readonly everyMs: number;
  readonly running: boolean;
  /** The member took over: nothing moves by itself any more. */
  readonly onStop: () => void;
}

/** Slides: swiped, chosen by their dots, or advancing by themselves. */
export function Carousel({ label, slides, everyMs, running, onStop }: CarouselProps): ReactNode {
  const rail = useRef<HTMLUListElement>(null);
  const [at, setAt] = useState(0);
  const count = slides.length;
  const show = useCallback(
    (index: number) => {
      const element = rail.current;
      if (element === null) return;
      const next = (index + count) % count;
      element.scrollTo({ left: next * element.clientWidth, behavior: wantsLessMotion() ? 'instant' : 'smooth' });
    },
    [count],
  );
  const advance = useCallback(() => show(slideAt(rail.current) + 1), [show]);
  useVisibleInterval(advance, running ? everyMs : null);
  return (
    <>
      <ul
        ref={rail}
        className={styles.rail}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be reachable by keyboard.
        tabIndex={0}
        aria-label={label}
        onScroll={() => setAt(slideAt(rail.current))}
        onPointerDown={onStop}
      >
        {slides.map((slide) => (
          <li key={slide.key} className={styles.slide}>
            {slide.content}
          </li>
        ))}
      </ul>
      <div className={styles.dots}>
        {slides.map((slide, index) => (
          <button
            key={slide.key}
            type="button"
            className={classNames(styles.dot, index === at && styles.here)}
            aria-label={slide.label}
            aria-current={index === at ? 'step' : undefined}
            onClick={() => {
              onStop();
              show(index);
            }}
          />
        ))}
      </div>
    </>
  );
}

/** The visible slide. */
function slideAt(rail: HTMLElement | null): number {
  return rail === null || rail.clientWidth === 0 ? 0 : Math.round(rail.scrollLeft / rail.clientWidth);
}
