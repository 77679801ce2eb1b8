// biome-ignore-all lint/a11y/noRedundantRoles: browsers drop the roles of a table that is not laid out as one.
import type { ReactNode } from 'react';
import styles from './table.module.css';

interface Column<Row> {
  readonly label: string;
  /** Numbers are aligned to the right. */
  readonly numeric?: boolean;
  /** What members wrote, hashes and addresses: of any length, broken anywhere. All else keeps its words whole. */
  readonly breaks?: boolean;
  readonly cell: (row: Row) => ReactNode;
}

export interface TableProps<Row> {
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** Shown for a table without rows, where it can have none. */
  readonly empty?: string;
}

/** Columns of a table that fit a phone side by side. */
const sideBySideMax = 2;

/** Rows with a header. Where they do not fit side by side, each row stands alone, its values below each other beside their labels. */
export function Table<Row>({ caption, columns, rows, keyOf, empty }: TableProps<Row>): ReactNode {
  if (rows.length === 0) return <p className={styles.empty}>{empty}</p>;
  const classOf = ({ numeric, breaks }: Column<Row>) => (numeric ? styles.numeric : breaks ? styles.breaks : undefined);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard.
    <section className={styles.frame} aria-label={caption} tabIndex={0}>
      <table className={styles.table} role="table" data-stacks={columns.length > sideBySideMax}>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map((column) => (
              <th key={column.label} role="columnheader" scope="col" className={classOf(column)}>
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr key={keyOf(row)} role="row">
              {columns.map((column) => (
                <td key={column.label} role="cell" data-label={column.label} className={classOf(column)}>
                  <div>{column.cell(row)}</div>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
