import type { ReactNode } from 'react';
import { points, usdt } from '#core/money/amount.ts';
import { Count, Money } from '#web/ui/figure/amounts.tsx';
import type { CharityColumns as Columns } from './charity-check.ts';
import styles from './giving.module.css';
import { useGivingText } from './use-giving-text.ts';

const columnNames = ['received', 'disbursed', 'unspent'] as const satisfies readonly (keyof Columns)[];

interface CharityColumnsProps {
  /** Null where the source has none. */
  readonly inPoints: Columns | null;
  readonly inUsdt: Columns;
}

/** What was received, disbursed and is left, a line each: points, then USDT. */
export function CharityColumns({ inPoints, inUsdt }: CharityColumnsProps): ReactNode {
  const text = useGivingText();
  return (
    <dl className={styles.columns}>
      {columnNames.map((column) => (
        <div key={column} className={styles.column}>
          <dt>{text(column)}</dt>
          {inPoints === null ? null : (
            <dd>
              <Count source="ledger" count={points(inPoints[column])} /> <small>{text('inPoints')}</small>
            </dd>
          )}
          <dd>
            <Money source="ledger" value={usdt(inUsdt[column])} decimals={6} /> <small>{text('inUsdt')}</small>
          </dd>
        </div>
      ))}
    </dl>
  );
}
