import type { ReactNode } from 'react';
import { LimitsReminder } from '#web/features/limits/limits-reminder.tsx';
import { QuoteFigures, type QuoteFiguresProps } from '#web/features/plans/quote-figures.tsx';

/** What to expect of a plan, and before it what the member's own limits leave for it. */
export function TradingFigures(props: QuoteFiguresProps): ReactNode {
  return (
    <>
      <LimitsReminder worst={props.summary.worst} />
      <QuoteFigures {...props} />
    </>
  );
}
