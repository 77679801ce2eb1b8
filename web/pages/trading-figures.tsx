import type { ReactNode } from 'react';
import { LimitsReminder } from '#web/features/limits/limits-reminder.tsx';
import { QuoteFigures, type QuoteFiguresProps } from '#web/features/plans/quote-figures.tsx';

/** The quote, then the member's own limits. */
export function TradingFigures(props: QuoteFiguresProps): ReactNode {
  return (
    <>
      <QuoteFigures {...props} />
      <LimitsReminder worst={props.summary.worst} />
    </>
  );
}
