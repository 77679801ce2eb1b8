import type { ReactNode } from 'react';
import type { MarketStatus } from '#contract/market.ts';
import { queryProblem } from '#web/platform/api/problem-text.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { Figure } from '#web/ui/figure/figure.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { dateOf, MarketNote } from './market-note.tsx';
import { useGetMarketStatus } from './queries/market.ts';

/** With hyphens at which no line ends. */
const unbroken = (date: string): string => date.replaceAll('-', '\u2011');

/** The days of the recording that a replay plays. */
function RecordedRange({ status }: { readonly status: MarketStatus | undefined }): ReactNode {
  const t = useText();
  const format = useFormat();
  const identity = status?.identity;
  if (!identity || !('recordedDays' in identity)) return null;
  const { recordedDays, recordedFrom, recordedTo } = identity;
  return (
    <p>
      <Figure source="market">
        {t('settings.recordedRange', {
          count: format.count(recordedDays),
          from: unbroken(dateOf(recordedFrom)),
          to: unbroken(dateOf(recordedTo - 1)),
        })}
      </Figure>
    </p>
  );
}

function StaleCoins({ coins }: { readonly coins: readonly string[] }): ReactNode {
  const t = useText();
  return coins.length === 0 ? null : <p>{t('settings.staleCoins', { coins: coins.join(', ') })}</p>;
}

/** The source of all prices, their age, and the range of a recording. */
export function PriceSourceCard(): ReactNode {
  const t = useText();
  const status = useGetMarketStatus();
  return (
    <Card title={t('settings.prices')}>
      {queryProblem(status) === null ? (
        <>
          <MarketNote status={status.data} />
          <RecordedRange status={status.data} />
          <StaleCoins coins={status.data?.staleCoins ?? []} />
        </>
      ) : (
        <ErrorState message={t('settings.pricesFailed')} onRetry={() => void status.refetch()} />
      )}
    </Card>
  );
}
