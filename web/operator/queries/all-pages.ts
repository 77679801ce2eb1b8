/** More pages than anything has; a list that never ends is a fault. */
const pagesMax = 10_000;

/** Reads a list to its end, page by page. `cursorOf` says what the next page comes after, null after the last one. */
export async function allPages<Row>(
  read: (cursor: string | undefined) => Promise<readonly Row[]>,
  cursorOf: (page: readonly Row[]) => string | null,
): Promise<Row[]> {
  const rows: Row[] = [];
  let cursor: string | undefined;
  for (let pages = 0; pages < pagesMax; pages++) {
    const page = await read(cursor);
    rows.push(...page);
    const next = cursorOf(page);
    if (next === null) return rows;
    cursor = next;
  }
  throw new Error('the list has no end');
}

/** The cursor after a page of a list that leads on from its last row: a full page leads on, a shorter one is the last. */
export const lastOfFull =
  <Row>(perPage: number, cursorOf: (row: Row) => string) =>
  (page: readonly Row[]): string | null => {
    const last = page.at(-1);
    return last === undefined || page.length < perPage ? null : cursorOf(last);
  };
