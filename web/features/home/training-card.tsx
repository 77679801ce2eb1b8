import { type ReactNode, useState } from 'react';
import { useText } from '#web/platform/i18n/text.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { Carousel } from '#web/ui/motion/carousel.tsx';
import { wantsLessMotion } from '#web/ui/motion/motion.ts';
import { MotionButton } from '#web/ui/motion/motion-button.tsx';
import common from '#web/ui/style/common.module.css';
import { TrainingPicture, type TrainingStep, trainingSteps } from './training-picture.tsx';

const advanceEveryMs = 3500;

/** Seven slides about the strategy engine. */
export function TrainingCard(): ReactNode {
  const t = useText();
  const [running, setRunning] = useState(() => !wantsLessMotion());
  return (
    <Card title={t('homeMore.training')} aside={<MotionButton running={running} onToggle={setRunning} />}>
      <p className={common.secondary}>{t('homeMore.trainingText')}</p>
      <Carousel
        label={t('homeMore.training')}
        slides={trainingSteps.map((step) => ({
          key: step,
          label: t(`homeMore.step-${step}`),
          content: <Slide step={step} />,
        }))}
        everyMs={advanceEveryMs}
        running={running}
        onStop={() => setRunning(false)}
      />
    </Card>
  );
}

function Slide({ step }: { readonly step: TrainingStep }): ReactNode {
  const t = useText();
  return (
    <>
      <TrainingPicture step={step} />
      <h3>{t(`homeMore.step-${step}`)}</h3>
      <p className={common.secondary}>{t(`homeMore.stepText-${step}`)}</p>
    </>
  );
}
