import type { ReactNode } from 'react';
import { Loaded, type LoadedQuery } from '#web/ui/feedback/loaded.tsx';
import { PageButtons, type Paging } from './paging.tsx';
import { Table, type TableProps } from './table.tsx';

interface ReadTableProps<Row> extends Omit<TableProps<Row>, 'rows'> {
  readonly query: LoadedQuery<readonly Row[]>;
  /** Height of the placeholder. */
  readonly height: number;
  /** Of a list that is read page by page; its pages come after the key of their last row. */
  readonly paging?: Paging;
  /** Rows of a full page. */
  readonly perPage?: number;
  /** Below the table. */
  readonly children?: (rows: readonly Row[]) => ReactNode;
}

export function ReadTable<Row>({ query, height, paging, perPage, children, ...table }: ReadTableProps<Row>): ReactNode {
  return (
    <Loaded query={query} height={height}>
      {(rows) => (
        <>
          <Table rows={rows} {...table} />
          {paging && <PageButtons paging={paging} rows={rows} idOf={table.keyOf} perPage={perPage} />}
          {children?.(rows)}
        </>
      )}
    </Loaded>
  );
}
