import {
  type InfiniteData,
  type QueryKey,
  type UseInfiniteQueryOptions,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
} from '@tanstack/react-query';
import { pageSize } from '#contract/fields.ts';
import type { InputOf, Operation, OutputOf } from '#contract/operation.ts';
import { call } from './call.ts';
import { type KeyPart, pagesKey } from './read-key.ts';

/** Id of the last row of the previous page, as the operation's input takes it. */
type Cursor<O extends Operation> =
  InputOf<O> extends { readonly before?: infer Before } ? Extract<Before, string | number> : never;

/** Undefined for the first page. */
type CachedCursor = string | number | undefined;

/** A paged list as it is cached. */
export type Pages<Page> = InfiniteData<Page, CachedCursor>;

type Rows<O extends Operation> = readonly { readonly id: Cursor<O> }[];

interface QueryOptions<O extends Operation>
  extends Omit<
    UseInfiniteQueryOptions<OutputOf<O>, Error, Pages<OutputOf<O>>, QueryKey, CachedCursor>,
    'queryKey' | 'queryFn' | 'initialPageParam' | 'getNextPageParam'
  > {
  readonly keyParts?: readonly KeyPart[];
}

interface RowsOf<O extends Operation> {
  /** The rows of a page, where the response is not the array itself. */
  readonly rowsOf: (page: OutputOf<O>) => Rows<O>;
}

interface CursorOf<O extends Operation> {
  /** The cursor of the next page, where it is not the id of the last row; null after the last page. */
  readonly cursorOf: (page: OutputOf<O>) => Cursor<O> | null;
}

/** Where a response is no array of rows whose ids are cursors, the options say what is. */
type PageOptions<O extends Operation> =
  OutputOf<O> extends Rows<O>
    ? [options?: QueryOptions<O> & Partial<RowsOf<O> & CursorOf<O>>]
    : [options: QueryOptions<O> & (RowsOf<O> | CursorOf<O>)];

/** A list read page by page, with the last row's id as the cursor (`before`) unless `cursorOf` says otherwise. */
export function usePages<O extends Operation>(
  operation: O,
  input: Omit<InputOf<O>, 'before'>,
  ...[all = {}]: PageOptions<O>
): UseInfiniteQueryResult<Pages<OutputOf<O>>> {
  const given: QueryOptions<O> & Partial<RowsOf<O> & CursorOf<O>> = all;
  const { keyParts = [], rowsOf = (page: OutputOf<O>) => page as Rows<O>, cursorOf, ...options } = given;
  return useInfiniteQuery({
    ...options,
    queryKey: pagesKey(operation, input, ...keyParts),
    queryFn: ({ signal, pageParam }) => call(operation, { ...input, before: pageParam } as InputOf<O>, { signal }),
    initialPageParam: undefined as CachedCursor,
    getNextPageParam: (page): CachedCursor => {
      if (cursorOf) return cursorOf(page) ?? undefined;
      return rowsOf(page).length < pageSize ? undefined : rowsOf(page).at(-1)?.id;
    },
  });
}

/** What loading a list's next page needs of it. */
export interface GrowingList {
  readonly data: { readonly pages: readonly unknown[] } | undefined;
  fetchNextPage(options: { readonly cancelRefetch: boolean }): Promise<{
    readonly data: { readonly pages: readonly unknown[] } | undefined;
    readonly isError: boolean;
  }>;
}

/** Reads of the list that may come in between. */
const readsBeforeMax = 3;

/** Loads the next page. A read of the list that is under way ends before, and one that breaks the page off too: no press is lost, and nothing new. */
export async function fetchNext(list: GrowingList): Promise<void> {
  const known = list.data?.pages.length ?? 0;
  for (let read = 0; read <= readsBeforeMax; read++) {
    const { data, isError } = await list.fetchNextPage({ cancelRefetch: false });
    if (isError || (data?.pages.length ?? 0) > known) return;
  }
}
