/** A server whose pages of roots do not lead to an end as those of an honest one do; the message says where. */
export class EndlessRoots extends Error {
  override readonly name = 'EndlessRoots';
}

/** More than eleven years of hourly roots, 500 a page. */
export const rootPagesMax = 200;

interface Pages<Root> {
  /** The roots after a number, oldest first. */
  readonly fetchPage: (after: number) => Promise<readonly Root[]>;
  readonly after: number;
  /** How many roots a page has, unless it is the last one. */
  readonly perPage: number;
}

/** All roots after a number, page by page, oldest first. Throws EndlessRoots where the pages do not lead to an end. */
export async function rootsAfter<Root extends { readonly number: number }>(pages: Pages<Root>): Promise<Root[]> {
  const { fetchPage, perPage } = pages;
  const roots: Root[] = [];
  let { after } = pages;
  for (let count = 1; ; count++) {
    const page = await fetchPage(after);
    if (page.length > perPage) throw new EndlessRoots(`${page.length} roots on the page after ${after}`);
    if (page.some(({ number }) => number <= after)) throw new EndlessRoots(`roots up to ${after} again`);
    roots.push(...page);
    if (page.length < perPage) return roots;
    if (count === rootPagesMax) throw new EndlessRoots(`more than ${rootPagesMax * perPage} roots`);
    after = page.at(-1)?.number ?? after;
  }
}
