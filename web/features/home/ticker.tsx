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

/** A few rows of a longer list; the first goes and the next comes, every two seconds. A list that fits stands still. */
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

/** The rows in sight after `first` steps; a row that comes round again is a new one. */
function rowsFrom(rows: readonly ReactNode[], first: number) {
  return Array.from({ length: Math.min(rowsShown, rows.length) }, (_, place) => ({
    turn: first + place,
    row: rows[(first + place) % rows.length],
  }));
}
