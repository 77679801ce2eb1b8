import type { ReactNode } from 'react';
import { queryProblem } from '#web/platform/api/problem-text.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { MarketNote } from './market-note.tsx';
import { useGetMarketStatus } from './queries/market.ts';

/** The source of all prices, and their age. */
export function PriceSourceCard(): ReactNode {
  const t = useText();
  const status = useGetMarketStatus();
  return (
    <Card title={t('settings.prices')}>
      {queryProblem(status) === null ? (
        <MarketNote status={status.data} />
      ) : (
        <ErrorState message={t('settings.pricesFailed')} onRetry={() => void status.refetch()} />
      )}
    </Card>
  );
}
