import type { ReactNode } from 'react';
import { getPayoutTimes } from '#contract/withdrawals.ts';
import { useRead } from '#web/platform/api/use-read.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { Loaded } from '#web/ui/feedback/loaded.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { useConsoleText } from '../locale.ts';
import { Facts } from '../ui/facts.tsx';

/** How long payouts took: the measurement that members see. */
export function PayoutTimes(): ReactNode {
  const t = useConsoleText();
  const format = useFormat();
  const times = useRead(getPayoutTimes, {});
  const span = (seconds: number | null) =>
    seconds === null ? t('shell.notMeasured') : format.span(Math.round(seconds * 1000));
  return (
    <Card title={t('money.payoutTimes')}>
      <Loaded query={times} height={48}>
        {({ count, medianSeconds, percentile95Seconds }) => (
          <Facts
            facts={[
              [t('money.payouts'), format.count(count)],
              [t('money.median'), span(medianSeconds)],
              [t('money.percentile95'), span(percentile95Seconds)],
            ]}
          />
        )}
      </Loaded>
    </Card>
  );
}
