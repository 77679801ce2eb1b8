import { type ReactNode, useLayoutEffect, useState } from 'react';
import { type Locale, languageTags } from '#contract/locale.ts';
import { localeStore } from '#web/platform/i18n/locale-store.ts';
import { useLocale } from '#web/platform/i18n/use-locale.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { Row, RowList } from '#web/ui/layout/row.tsx';
import { Carousel } from '#web/ui/motion/carousel.tsx';
import { wantsLessMotion } from '#web/ui/motion/motion.ts';
import { MotionButton } from '#web/ui/motion/motion-button.tsx';
import common from '#web/ui/style/common.module.css';
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
  /** The other giving page. */
  readonly other: 'singing' | 'boosting';
  /** Whether the two sample totals are shown, as on the boosting page. */
  readonly withSampleTotals: boolean;
}

/**
 * A screen in the language of the giving pages, with everything that the app says meanwhile: refusals, figures, times. Where that language
 * cannot be loaded, the page's own texts are in it all the same.
 */
export function GivingLanguage({ children }: { readonly children: ReactNode }): ReactNode {
  const locale = useGivingLocale();
  const shown = useLocale();
  const [failed, setFailed] = useState<Locale | null>(null);
  useLayoutEffect(() => {
    localeStore.visit(locale).catch(() => setFailed(locale));
  }, [locale]);
  useLayoutEffect(() => localeStore.leave, []);
  return <div lang={languageTags[locale]}>{shown === locale || failed === locale ? children : null}</div>;
}

/** The giving pages: pictures, donors, the charity's columns, and the three donations. */
export function Giving({ withSampleTotals, other }: GivingProps): ReactNode {
  const text = useGivingText();
  const [running, setRunning] = useState(() => !wantsLessMotion());
  const [isTouched, setTouched] = useState(false);
  /** Pauses everything that moves, and sets it all in motion again. */
  const toggle = (runs: boolean): void => {
    setRunning(runs);
    setTouched(false);
  };
  return (
    <div className={common.parts}>
      <LanguageMenu />
      <Card title={text('pictures')} aside={<MotionButton running={running} onToggle={toggle} />}>
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
          running={running && !isTouched}
          onStop={() => setTouched(true)}
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
      <Card>
        <RowList label={text('otherPage')}>
          <Row icon="invitation" title={text(other)} to={`/${other}`} />
        </RowList>
      </Card>
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
