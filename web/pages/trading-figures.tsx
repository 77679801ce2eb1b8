import type { ReactNode } from 'react';
import { LimitsReminder } from '#web/features/limits/limits-reminder.tsx';
import { QuoteFigures, type QuoteFiguresProps } from '#web/features/plans/quote-figures.tsx';

/** The member's own limits, then the quote. */
export function TradingFigures(props: QuoteFiguresProps): ReactNode {
  return (
    <>
      <LimitsReminder worst={props.summary.worst} />
      <QuoteFigures {...props} />
    </>
  );
}
