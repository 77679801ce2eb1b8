import { type ReactNode, useState } from 'react';
import type { SettledPlan } from '#contract/home.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { Money } from '#web/ui/figure/amounts.tsx';
import { Figure, SourceLine } from '#web/ui/figure/figure.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { wantsLessMotion } from '#web/ui/motion/motion.ts';
import { MotionButton } from '#web/ui/motion/motion-button.tsx';
import { Ticker } from '#web/ui/motion/ticker.tsx';
import { Icon } from '#web/ui/picture/icon.tsx';
import styles from './earnings-card.module.css';
import { HomePart } from './home-part.tsx';
import { useGetHome } from './queries.ts';
import { sampleEarnings } from './samples.ts';

/** Two tickers: sample earnings, and plans settled on this platform with their results. */
export function EarningsCard(): ReactNode {
  const t = useText();
  const format = useFormat();
  const home = useGetHome();
  const [running, setRunning] = useState(() => !wantsLessMotion());
  return (
    <Card title={t('homeMore.earnings')} aside={<MotionButton running={running} onToggle={setRunning} />}>
      <SourceLine source="sample">{t('homeMore.earningsSample')}</SourceLine>
      <Ticker label={t('homeMore.earningsSample')} running={running} rows={sampleRows} />
      <div className={styles.own}>
        <SourceLine source="ledger">{t('homeMore.earningsOwn')}</SourceLine>
        <HomePart home={home} height={116}>
          {({ settled, platform }) => (
            <>
              {settled.length === 0 ? (
                <p className={styles.none}>
                  <Icon name="orders" size={20} />
                  {t('home.noneSettled')}
                </p>
              ) : (
                <Ticker
                  label={t('homeMore.earningsOwn')}
                  running={running}
                  rows={settled.map((plan) => <SettledRow key={`${plan.settledAt}${plan.name}`} plan={plan} />)}
                />
              )}
              {platform && (
                <p className={styles.void}>
                  <Figure source="ledger">
                    {t('homeMore.voidPlans', { count: format.count(platform.plansVoid) })}
                  </Figure>
                </p>
              )}
            </>
          )}
        </HomePart>
      </div>
    </Card>
  );
}

const sampleRows: readonly ReactNode[] = sampleEarnings.map(({ name, amount }) => (
  <span key={name} className={styles.row}>
    <code className={styles.name}>{name}</code>
    <Money source="sample" value={amount} decimals={2} sign="always" />
  </span>
));

function SettledRow({ plan }: { readonly plan: SettledPlan }): ReactNode {
  const t = useText();
  const format = useFormat();
  return (
    <span className={styles.row}>
      <code className={styles.name}>{plan.name}</code>
      <span className={styles.terms}>
        {plan.coin} · <Figure source="ledger">{t('plans.leverageValue', { leverage: plan.leverage })}</Figure> ·{' '}
        <time>{format.clock(plan.settledAt)}</time>
      </span>
      <Money source="ledger" value={plan.income} decimals={2} sign="always" />
    </span>
  );
}
