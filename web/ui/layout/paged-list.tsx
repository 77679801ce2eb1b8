import type { ReactNode } from 'react';
import { fetchNext, type GrowingList } from '#web/platform/api/use-pages.ts';
import { Loaded } from '../feedback/loaded.tsx';
import { Button } from '../form/button.tsx';

/** A page's rows, where the page is nothing else. */
type RowOf<Page> = Page extends readonly (infer Row)[] ? Row : unknown;

interface PagedListProps<Page, Item> {
  readonly list: GrowingList & {
    readonly data: { readonly pages: readonly Page[] } | undefined;
    readonly error: unknown;
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    refetch(): unknown;
  };
  /** Where a page is not the array itself. */
  readonly itemsOf?: (page: Page) => readonly Item[];
  /** Height of the placeholder, or heights of several. */
  readonly height: number | readonly number[];
  readonly radius?: number;
  /** Shown for an empty list. */
  readonly empty: ReactNode;
  /** Label of the button that loads the next page. */
  readonly moreText: string;
  readonly children: (items: readonly Item[]) => ReactNode;
}

/** A list that loads its next page on demand. */
export function PagedList<Page, Item = RowOf<Page>>({
  list,
  itemsOf = (page) => page as readonly Item[],
  height,
  radius = 8,
  empty,
  moreText,
  children,
}: PagedListProps<Page, Item>): ReactNode {
  return (
    <>
      <Loaded query={list} height={height} radius={radius}>
        {({ pages }) => {
          const items = pages.flatMap(itemsOf);
          return items.length === 0 ? empty : children(items);
        }}
      </Loaded>
      {list.hasNextPage ? (
        <Button kind="quiet" busy={list.isFetchingNextPage} onClick={() => void fetchNext(list)}>
          {moreText}
        </Button>
      ) : null}
    </>
  );
}
