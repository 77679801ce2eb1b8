import type { ReactNode } from 'react';
import type { LevelOffer } from '#contract/plans-offer.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { Figure } from '#web/ui/figure/figure.tsx';
import { RuleValue } from '#web/ui/figure/rule-value.tsx';
import styles from './level-terms.module.css';
import { pastOutcomeLines, rulePercent, shortUsdt } from './words.ts';

interface LevelTermsProps {
  readonly level: LevelOffer;
  readonly leverage: number;
}

/** A level's bounds: quota range, maximum profit and loss, expected rate of return. */
export function LevelTerms({ level, leverage }: LevelTermsProps): ReactNode {
  const t = useText();
  const format = useFormat();
  return (
    <span className={styles.terms}>
      <span className={styles.pairs}>
        <Pair label={t('plans.quotaRange')}>
          <RuleValue rule="level">
            {t('plans.range', { from: shortUsdt(format, level.amountMin), to: shortUsdt(format, level.amountMax) })}
          </RuleValue>
        </Pair>
        <Pair label={t('plans.maximumProfit')}>
          <RuleValue rule="level" className={styles.profit}>
            {rulePercent(format, level.maximumProfit)}
          </RuleValue>
        </Pair>
        <Pair label={t('plans.maximumLoss')}>
          <RuleValue rule="level" className={styles.loss}>
            {rulePercent(format, -level.maximumLoss)}
          </RuleValue>
        </Pair>
      </span>
      <Pair label={t('plans.expectedReturn')}>
        <Expected level={level} leverage={leverage} />
      </Pair>
    </span>
  );
}

function Expected({ level, leverage }: LevelTermsProps): ReactNode {
  const t = useText();
  const format = useFormat();
  const { expectedMin, expectedMax, expectedMean } = level;
  if (expectedMin === null || expectedMax === null || expectedMean === null) return t('plans.notEnoughHistory');
  const basis = t('plans.expectedBasis', { mean: format.percent(expectedMean) });
  const { shareLost, shareFlat, shareEarned, samples, hours } = level;
  const outcomes = {
    shareLost: shareLost ?? 0,
    shareFlat: shareFlat ?? 0,
    shareEarned: shareEarned ?? 0,
    samples,
    hours,
  };
  // Separate elements: as one text they would be the largest contentful paint, rendered late (decision 13).
  const [shares, counts] = pastOutcomeLines(t, format, outcomes, leverage);
  return (
    <>
      <Figure source="market">
        {t('plans.expectedRange', { from: format.percent(expectedMin), to: format.percent(expectedMax) })}
      </Figure>
      <Figure source="market" className={styles.note}>
        {basis}
      </Figure>
      <Figure source="market" className={styles.note}>
        {shares}
      </Figure>
      <Figure source="market" className={styles.note}>
        {counts}
      </Figure>
    </>
  );
}

function Pair({ label, children }: { readonly label: string; readonly children: ReactNode }): ReactNode {
  return (
    <span className={styles.pair}>
      <span className={styles.label}>{label}</span>
      <span className={styles.value}>{children}</span>
    </span>
  );
}
