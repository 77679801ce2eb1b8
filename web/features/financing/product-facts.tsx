import type { ReactNode } from 'react';
import type { Product } from '#contract/financing.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { Note } from '#web/ui/feedback/note.tsx';
import { Count, Money, Percent } from '#web/ui/figure/amounts.tsx';
import { SourceLine } from '#web/ui/figure/figure.tsx';
import { RuleValue } from '#web/ui/figure/rule-value.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Labelled, LabelledRow } from '#web/ui/layout/labelled.tsx';
import { ComingRates } from './coming-rates.tsx';
import styles from './financing.module.css';

interface ProductFactsProps {
  readonly product: Product;
  /** One of several on the screen: a screen has at most one hero figure. */
  readonly inList?: boolean;
  /** Actions below the facts. */
  readonly children?: ReactNode;
}

/** A product's duration, rate, limits and remaining capacity. */
export function ProductFacts({ product, inList = false, children }: ProductFactsProps): ReactNode {
  const t = useText();
  const { days, dailyRatePpm, earlyExitKeepsPercent, minimum, maximum, open, capacity } = product;
  return (
    <Card className={styles.card} title={<RuleValue rule="financing">{t('financing.daysName', { days })}</RuleValue>}>
      <LabelledRow columns={1}>
        <Labelled label={t('financing.dailyRate')} size={inList ? 'normal' : 'hero'}>
          <Percent source="ledger" ratio={dailyRatePpm / 1e6} decimals={4} sign="negative" />
        </Labelled>
      </LabelledRow>
      <LabelledRow columns={2}>
        <Labelled label={t('financing.days')}>
          <Count source="ledger" count={days} />
        </Labelled>
        <Labelled label={t('financing.wholeRate')}>
          <Percent source="ledger" ratio={(dailyRatePpm * days) / 1e6} decimals={4} sign="negative" />
        </Labelled>
        <Labelled label={t('financing.minimum')} unit="USDT">
          <Money source="ledger" value={minimum} decimals={minimum % 10_000n === 0n ? 2 : 6} />
        </Labelled>
        <Labelled label={t('financing.maximum')} unit="USDT">
          <Money source="ledger" value={maximum} decimals={2} />
        </Labelled>
        <Labelled label={t('financing.earlyKeeps')}>
          <Percent source="ledger" ratio={earlyExitKeepsPercent / 100} decimals={0} sign="negative" />
        </Labelled>
        <Labelled label={t('financing.capacity')} unit="USDT">
          <Money source="ledger" value={capacity} decimals={2} />
        </Labelled>
      </LabelledRow>
      <SourceLine source="ledger">{t('financing.fundsSource')}</SourceLine>
      {product.coming.length === 0 ? null : (
        <Note>
          {t('financing.comingText')}
          <ComingRates product={product} />
        </Note>
      )}
      {open ? null : <Note kind="warning">{t('financing.closedText')}</Note>}
      {children}
    </Card>
  );
}
