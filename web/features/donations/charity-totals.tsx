import type { ReactNode } from 'react';
import { Loaded } from '#web/ui/feedback/loaded.tsx';
import { Figure, SourceLine } from '#web/ui/figure/figure.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { addsUp } from './charity-check.ts';
import { CharityColumns } from './charity-columns.tsx';
import styles from './giving.module.css';
import { useGetGiving } from './queries.ts';
import { sampleTotals } from './samples.ts';
import { useGivingText } from './use-giving-text.ts';

/** What the charity received, disbursed and has left, in points and in USDT; on request beside the specification's sample totals. */
export function CharityTotals({ withSamples }: { readonly withSamples: boolean }): ReactNode {
  const text = useGivingText();
  const giving = useGetGiving();
  return (
    <Card title={text('totals')}>
      {withSamples ? (
        <>
          <SourceLine source="sample">{text('totalsSample')}</SourceLine>
          <p className={styles.samples}>
            {sampleTotals.map((total) => (
              <Figure key={total} source="sample">
                {total}
              </Figure>
            ))}
          </p>
        </>
      ) : null}
      <SourceLine source="ledger">{text('totalsReal')}</SourceLine>
      <Loaded query={giving} height={110}>
        {({ points, usdt }) => (
          <>
            <CharityColumns inPoints={points} inUsdt={usdt} />
            {addsUp(points) && addsUp(usdt) ? null : <p role="alert">{text('receivedDiffers')}</p>}
          </>
        )}
      </Loaded>
    </Card>
  );
}
