import type { ReactNode } from 'react';
import type { PlanQuote } from '#contract/plans-offer.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { ErrorState, Skeleton } from '#web/ui/feedback/states.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Lazy, type LazyComponent } from '#web/ui/loading/lazy-component.tsx';
import common from '#web/ui/style/common.module.css';
import styles from './quote-card.module.css';
import type { QuoteFiguresProps } from './quote-figures.tsx';

const figuresHeight = 346;

interface QuoteCardProps extends Omit<QuoteFiguresProps, 'quote'> {
  /** Renders a quote's figures; loaded on demand. */
  readonly figures: LazyComponent<QuoteFiguresProps>;
  /** Undefined while loading; `chosen` is false when there is nothing to quote yet. */
  readonly quote: PlanQuote | undefined;
  readonly chosen: boolean;
  /** True while the previous quote is still shown. */
  readonly outdated: boolean;
  /** Set when the quote, or what it needs, could not be loaded. */
  readonly onRetry?: (() => void) | undefined;
}

/** The outcome distribution over all past starts, the worst case and the fees, before the member confirms. */
export function QuoteCard(props: QuoteCardProps): ReactNode {
  const t = useText();
  const { figures, coin, chosen, quote, summary, onRetry, outdated } = props;
  const failed = onRetry !== undefined && (quote === undefined || outdated);
  return (
    <Card title={t('plans.quoteTitle')}>
      <div className={styles.body} aria-busy={(outdated && !failed) || undefined}>
        {!chosen ? (
          <p className={common.secondary}>{t('plans.quoteWaiting')}</p>
        ) : failed ? (
          <ErrorState message={t('plans.quoteFailed')} onRetry={onRetry} />
        ) : quote ? (
          <Lazy code={figures} props={{ coin, quote, summary }} fallback={<Skeleton height={figuresHeight} />} />
        ) : (
          <Skeleton height={figuresHeight} />
        )}
      </div>
    </Card>
  );
}
