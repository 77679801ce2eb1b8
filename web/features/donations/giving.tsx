import { type ReactNode, useState } from 'react';
import { languageTags } from '#contract/locale.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { Carousel } from '#web/ui/motion/carousel.tsx';
import { wantsLessMotion } from '#web/ui/motion/motion.ts';
import { MotionButton } from '#web/ui/motion/motion-button.tsx';
import { CausesCard } from './causes-card.tsx';
import { CharityTotals } from './charity-totals.tsx';
import { DisbursementsCard } from './disbursements-card.tsx';
import { DonorLists } from './donor-lists.tsx';
import styles from './giving.module.css';
import { FlowPicture, ScenePicture, scenes } from './giving-pictures.tsx';
import { LanguageMenu } from './language-menu.tsx';
import { TierCard } from './tier-card.tsx';
import { useGivingLocale, useGivingText } from './use-giving-text.ts';

const pictureEveryMs = 3000;

interface GivingProps {
  /** Whether the two sample totals are shown, as on the boosting page. */
  readonly withSampleTotals: boolean;
}

/** Marks a whole screen as written in the language of the giving pages. */
export function GivingLanguage({ children }: { readonly children: ReactNode }): ReactNode {
  return <div lang={languageTags[useGivingLocale()]}>{children}</div>;
}

/** The giving pages: pictures, donors, the charity's columns, and the three donations. */
export function Giving({ withSampleTotals }: GivingProps): ReactNode {
  const text = useGivingText();
  const [running, setRunning] = useState(() => !wantsLessMotion());
  return (
    <div className={styles.page}>
      <LanguageMenu />
      <Card title={text('pictures')} aside={<MotionButton running={running} onToggle={setRunning} />}>
        <Carousel
          label={text('pictures')}
          slides={scenes.map((scene) => ({
            key: scene,
            label: text(`scene-${scene}`),
            content: (
              <>
                <ScenePicture scene={scene} />
                <span className={styles.name}>{text(`scene-${scene}`)}</span>
              </>
            ),
          }))}
          everyMs={pictureEveryMs}
          running={running}
          onStop={() => setRunning(false)}
        />
      </Card>
      <TierCard />
      <Card>
        <FlowPicture text={text} />
      </Card>
      <CharityTotals withSamples={withSampleTotals} />
      <CausesCard />
      <DisbursementsCard />
      <DonorLists running={running} />
      <Card title={text('aboutTitle')}>
        <div className={styles.about}>
          <p>{text('about1')}</p>
          <p>{text('about2')}</p>
          <p>{text('about3')}</p>
        </div>
      </Card>
    </div>
  );
}
