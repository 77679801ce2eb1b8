import { useCallback, useEffect, useState } from 'react';
import { useVisibleInterval } from '#web/platform/visible-interval.ts';

const flashEveryMs = 3000;
const flashLastsMs = 600;
const flashedRowsMax = 3;

/** Distinct random rows out of `count`; `random` returns [0, 1). */
export function pickRows(count: number, random: () => number): ReadonlySet<number> {
  const wanted = Math.min(count, 1 + Math.floor(random() * flashedRowsMax));
  const rows = new Set<number>();
  while (rows.size < wanted) {
    let row = Math.floor(random() * count);
    while (rows.has(row)) row = (row + 1) % count;
    rows.add(row);
  }
  return rows;
}

const none: ReadonlySet<number> = new Set();

/** The rows that flash: random ones every three seconds, for 600 ms, while the page is visible. */
export function useFlashedRows(count: number): ReadonlySet<number> {
  const [rows, setRows] = useState(none);
  const flash = useCallback(() => setRows(pickRows(count, Math.random)), [count]);
  useVisibleInterval(flash, flashEveryMs);
  useEffect(() => {
    if (rows.size === 0) return;
    const timer = setTimeout(() => setRows(none), flashLastsMs);
    return () => clearTimeout(timer);
  }, [rows]);
  return rows;
}
