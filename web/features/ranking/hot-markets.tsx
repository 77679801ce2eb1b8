import { type ReactNode, useState } from 'react';
import type { MarketRow } from '#contract/market.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import { Segmented } from '#web/ui/form/segmented.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { type Heat, heats, hottest } from './hottest.ts';
import { RankedRow } from './ranking.tsx';

/** The market list by what was traded most, what has risen and what has fallen. */
export function HotMarkets({ rows }: { readonly rows: readonly MarketRow[] }): ReactNode {
  const t = useText();
  const [heat, setHeat] = useState<Heat>('traded');
  const shown = hottest(rows, heat);
  return (
    <>
      <Segmented
        label={t('rounds.hot')}
        value={heat}
        onChange={setHeat}
        segments={heats.map((value) => ({ value, label: t(`rounds.${value}`) }))}
      />
      <Card title={t(`rounds.${heat}`)} aside={<span data-words="">{t('rounds.hotText')}</span>}>
        {shown.length === 0 ? (
          <EmptyState icon="bars" title={t(heat === 'falling' ? 'rounds.noneFalling' : 'rounds.noneRising')} />
        ) : (
          <ul aria-label={t(`rounds.${heat}`)}>
            {shown.map((row) => (
              <RankedRow key={row.coin} row={row} flashes={false} />
            ))}
          </ul>
        )}
      </Card>
    </>
  );
}
