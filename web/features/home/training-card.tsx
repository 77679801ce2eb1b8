import { type ReactNode, useCallback, useRef, useState } from 'react';
import { useText } from '#web/platform/i18n/text.ts';
import { useVisibleInterval } from '#web/platform/visible-interval.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { classNames } from '#web/ui/style/class-names.ts';
import { wantsLessMotion } from './motion.ts';
import { MotionButton } from './motion-button.tsx';
import styles from './training-card.module.css';
import { TrainingPicture, type TrainingStep, trainingSteps } from './training-picture.tsx';

const advanceEveryMs = 3500;

/** Seven slides about the strategy engine: swiped, auto-advancing, or paused. */
export function TrainingCard(): ReactNode {
  const t = useText();
  const rail = useRef<HTMLUListElement>(null);
  const [at, setAt] = useState(0);
  const [running, setRunning] = useState(() => !wantsLessMotion());
  const show = useCallback((index: number) => {
    const element = rail.current;
    if (element === null) return;
    const next = (index + trainingSteps.length) % trainingSteps.length;
    element.scrollTo({ left: next * element.clientWidth, behavior: wantsLessMotion() ? 'instant' : 'smooth' });
  }, []);
  const advance = useCallback(() => show(slideAt(rail.current) + 1), [show]);
  useVisibleInterval(advance, running ? advanceEveryMs : null);
  return (
    <Card title={t('homeMore.training')} aside={<MotionButton running={running} onToggle={setRunning} />}>
      <p className={styles.lead}>{t('homeMore.trainingText')}</p>
      <ul
        ref={rail}
        className={styles.rail}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be reachable by keyboard.
        tabIndex={0}
        aria-label={t('homeMore.training')}
        onScroll={() => setAt(slideAt(rail.current))}
        onPointerDown={() => setRunning(false)}
      >
        {trainingSteps.map((step) => (
          <Slide key={step} step={step} />
        ))}
      </ul>
      <div className={styles.dots}>
        {trainingSteps.map((step, index) => (
          <button
            key={step}
            type="button"
            className={classNames(styles.dot, index === at && styles.here)}
            aria-label={t(`homeMore.step-${step}`)}
            aria-current={index === at ? 'step' : undefined}
            onClick={() => {
              setRunning(false);
              show(index);
            }}
          />
        ))}
      </div>
    </Card>
  );
}

function Slide({ step }: { readonly step: TrainingStep }): ReactNode {
  const t = useText();
  return (
    <li className={styles.slide}>
      <TrainingPicture step={step} />
      <h3>{t(`homeMore.step-${step}`)}</h3>
      <p className={styles.text}>{t(`homeMore.stepText-${step}`)}</p>
    </li>
  );
}

/** The visible slide. */
function slideAt(rail: HTMLElement | null): number {
  return rail === null || rail.clientWidth === 0 ? 0 : Math.round(rail.scrollLeft / rail.clientWidth);
}
