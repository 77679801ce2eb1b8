import type { ReactNode } from 'react';
import { Loaded } from '../feedback/loaded.tsx';
import { Button } from '../form/button.tsx';

interface PagedListProps<Page, Item> {
  readonly list: {
    readonly data: { readonly pages: readonly Page[] } | undefined;
    readonly error: unknown;
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    refetch(): unknown;
    fetchNextPage(): unknown;
  };
  readonly itemsOf: (page: Page) => readonly Item[];
  /** Height of the place kept while the first page loads, or heights where it is several pieces. */
  readonly height: number | readonly number[];
  readonly radius?: number;
  /** Shown where there is nothing. */
  readonly empty: ReactNode;
  /** Words of the button that asks for the next page. */
  readonly moreText: string;
  readonly children: (items: readonly Item[]) => ReactNode;
}

/** A list that comes page by page, the next one when it is asked for. */
export function PagedList<Page, Item>({
  list,
  itemsOf,
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
        <Button kind="quiet" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {moreText}
        </Button>
      ) : null}
    </>
  );
}
