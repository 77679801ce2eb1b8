import { type ReactNode, useMemo } from 'react';
import { useFormat } from '#web/platform/format/use-format.ts';
import { localeStore } from '#web/platform/i18n/locale-store.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { CandleChart } from '#web/ui/chart/candle-chart.tsx';
import { seamLines } from '#web/ui/chart/seam-lines.ts';
import { Percent, Price } from '#web/ui/figure/amounts.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Labelled, LabelledRow } from '#web/ui/layout/labelled.tsx';
import common from '#web/ui/style/common.module.css';
import type { ListedBasket } from './queries.ts';

const decimals = 2;

/** The index value, its change since the start, and its chart. */
export function BasketCard({ basket }: { readonly basket: ListedBasket }): ReactNode {
  const t = useText();
  const format = useFormat();
  const languageTag = localeStore.tag();
  const { rows, coins } = basket;
  const [seam, jump] = [t('market.seam'), t('market.seamJump')];
  const content = useMemo(() => {
    const lines = seamLines(rows, { seam, jump });
    return { id: 'basket', kind: 'line', rows, decimals, lines, marks: [], languageTag } as const;
  }, [rows, seam, jump, languageTag]);
  const first = rows[0];
  const last = rows.at(-1);
  if (first === undefined || last === undefined) return null;
  const change = last.close / first.close - 1;
  return (
    <Card className={common.parts}>
      <LabelledRow columns={2}>
        <Labelled label={t('basket.index')} size="hero">
          <Price source="market" mark="own" price={last.close} decimals={decimals} />
        </Labelled>
        <Labelled label={<ChangeSince at={first.openTime} />}>
          <Percent source="market" ratio={change} />
        </Labelled>
      </LabelledRow>
      <CandleChart
        content={content}
        label={t('basket.chart', {
          count: coins.length,
          last: format.price(last.close, decimals),
          change: format.percent(change),
        })}
      />
    </Card>
  );
}

function ChangeSince({ at }: { readonly at: number }): ReactNode {
  const t = useText();
  const format = useFormat();
  return (
    <>
      {t('basket.since')} <time dateTime={new Date(at).toISOString()}>{format.dayTime(at)}</time>
    </>
  );
}
