/** A page of a list. */
export interface Page<Row> {
  readonly rows: readonly Row[];
  /** The last row, the cursor of the next page; null on the last page. */
  readonly edge: Row | null;
}

/** Reads a page of at most `size` rows, and one row more, which says whether another page follows. */
export async function readPage<Row>(
  size: number,
  read: (limit: number) => Promise<readonly Row[]>,
): Promise<Page<Row>> {
  const found = await read(size + 1);
  const rows = found.slice(0, size);
  return { rows, edge: found.length > size ? (rows.at(-1) ?? null) : null };
}
