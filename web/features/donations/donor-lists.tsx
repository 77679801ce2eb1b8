import type { ReactNode } from 'react';
import { useFormat } from '#web/platform/format/use-format.ts';
import { Loaded } from '#web/ui/feedback/loaded.tsx';
import { Count, Money } from '#web/ui/figure/amounts.tsx';
import { SourceLine } from '#web/ui/figure/figure.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Ticker } from '#web/ui/motion/ticker.tsx';
import common from '#web/ui/style/common.module.css';
import styles from './giving.module.css';
import { useGetGiving } from './queries.ts';
import { sampleDonors } from './samples.ts';
import { useGivingText } from './use-giving-text.ts';

/** The specification's sample donors, and those of this platform. */
export function DonorLists({ running }: { readonly running: boolean }): ReactNode {
  const text = useGivingText();
  const format = useFormat();
  const giving = useGetGiving();
  return (
    <Card title={text('donors')}>
      <SourceLine source="sample">{text('donorsSample')}</SourceLine>
      <Ticker label={text('donorsSample')} running={running} rows={sampleRows} />
      <div className={styles.real}>
        <SourceLine source="ledger">{text('donorsReal')}</SourceLine>
        <Loaded query={giving} height={96}>
          {({ donors }) =>
            donors.length === 0 ? (
              <p className={common.secondary}>{text('noDonors')}</p>
            ) : (
              <Ticker
                label={text('donorsReal')}
                running={running}
                rows={donors.map(({ name, points, at }) => (
                  <span key={`${at}${name}${points}`} className={styles.row}>
                    {name === null ? <span>{text('hidden')}</span> : <code>{name}</code>}
                    <time>{format.dayTime(at)}</time>
                    <Count source="ledger" count={points} />
                  </span>
                ))}
              />
            )
          }
        </Loaded>
      </div>
    </Card>
  );
}

const sampleRows: readonly ReactNode[] = sampleDonors.map(({ name, spice }) => (
  <span key={name} className={styles.row}>
    <code>{name}</code>
    <Money source="sample" value={spice} decimals={2} />
  </span>
));
