import type { ComponentProps, ReactNode } from 'react';
import { useText } from '#web/platform/i18n/text.ts';
import type { CandleChart as RealChart } from '#web/ui/chart/candle-chart.tsx';

/** In place of the chart, whose library needs a browser: what it was given to draw, in words. */
export function CandleChart({ content, label, notice }: ComponentProps<typeof RealChart>): ReactNode {
  const t = useText();
  const { id, kind, rows, decimals, lines, marks } = content;
  return (
    <figure aria-label={label}>
      <p>
        {kind} of {id}: {rows.length} rows, {decimals} decimals
      </p>
      {(lines ?? []).map((line) => (
        <p key={`line ${line.openTime}`}>
          line at {line.openTime}: {line.label}
        </p>
      ))}
      {(marks ?? []).map((mark) => (
        <p key={`mark ${mark.openTime}`}>mark {JSON.stringify(mark)}</p>
      ))}
      <p>{t('market.attribution')}</p>
      {notice}
    </figure>
  );
}
