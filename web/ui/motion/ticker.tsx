import { type ReactNode, useCallback, useState } from 'react';
import { useVisibleInterval } from '#web/platform/visible-interval.ts';
import styles from './ticker.module.css';

const advanceEveryMs = 2000;
const rowsShown = 3;

interface TickerProps {
  readonly label: string;
  readonly rows: readonly ReactNode[];
  readonly running: boolean;
}

/** A few rows of a longer list, advancing every two seconds. A list that fits does not move. */
export function Ticker({ label, rows, running }: TickerProps): ReactNode {
  const [first, setFirst] = useState(0);
  const advance = useCallback(() => setFirst((before) => before + 1), []);
  const moves = rows.length > rowsShown;
  useVisibleInterval(advance, running && moves ? advanceEveryMs : null);
  return (
    <ul className={styles.ticker} aria-label={label}>
      {rowsFrom(rows, moves ? first : 0).map(({ turn, row }) => (
        <li key={turn} className={styles.row}>
          {row}
        </li>
      ))}
    </ul>
  );
}

/** The visible rows after `first` steps; a repeated row gets a new key. */
function rowsFrom(rows: readonly ReactNode[], first: number) {
  return Array.from({ length: Math.min(rowsShown, rows.length) }, (_, index) => ({
    turn: first + index,
    row: rows[(first + index) % rows.length],
  }));
}
