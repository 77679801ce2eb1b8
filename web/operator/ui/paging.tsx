import { type ReactNode, useEffect, useState } from 'react';
import { pageSize } from '#contract/fields.ts';
import { refusalCode } from '#web/platform/api/refusal.ts';
import { Button } from '#web/ui/form/button.tsx';
import { useConsoleText } from '../locale.ts';
import styles from './layout.module.css';

export interface Paging {
  /** Id of the last row of the page before; undefined on the first page. */
  readonly after: string | undefined;
  readonly next: (last: string | undefined) => void;
  readonly first: () => void;
}

/** The place in a list that is read page by page. */
export function useAfter(): Paging {
  const [after, setAfter] = useState<string | undefined>(undefined);
  return { after, next: setAfter, first: () => setAfter(undefined) };
}

/** Leads back to the first page where the row that the page came after is in the list no more. */
export function useWayBack({ first }: Pick<Paging, 'first'>, error: unknown): void {
  const isGone = refusalCode(error) === 'recordUnknown';
  useEffect(() => {
    if (isGone) first();
  }, [isGone, first]);
}

/** Where one can go from a page: a full one leads on, and any but the first leads back, an empty one too. */
export function waysFrom({ after }: Pick<Paging, 'after'>, rows: number, perPage: number) {
  return { first: after !== undefined, next: rows > 0 && rows === perPage };
}

interface PageButtonsProps<Row> {
  readonly paging: Paging;
  readonly rows: readonly Row[];
  readonly idOf: (row: Row) => string;
  /** Rows of a full page. */
  readonly perPage?: number | undefined;
}

export function PageButtons<Row>({ paging, rows, idOf, perPage = pageSize }: PageButtonsProps<Row>): ReactNode {
  const t = useConsoleText();
  const ways = waysFrom(paging, rows.length, perPage);
  const last = rows.at(-1);
  if (!ways.first && !ways.next) return null;
  return (
    <div className={styles.acts}>
      {ways.first ? (
        <Button inline kind="quiet" onClick={paging.first}>
          {t('shell.firstPage')}
        </Button>
      ) : null}
      {ways.next && last !== undefined ? (
        <Button inline kind="outline" onClick={() => paging.next(idOf(last))}>
          {t('shell.nextPage')}
        </Button>
      ) : null}
    </div>
  );
}
