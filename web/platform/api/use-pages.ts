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

/** Id of the last row of the previous page, as the operation's input takes it; undefined for the first page. */
type Cursor = string | number | undefined;

/** A paged list as it is cached. */
export type Pages<Page> = InfiniteData<Page, Cursor>;

type Rows = readonly { readonly id: string | number }[];

interface PageOptions<O extends Operation>
  extends Omit<
    UseInfiniteQueryOptions<OutputOf<O>, Error, Pages<OutputOf<O>>, QueryKey, Cursor>,
    'queryKey' | 'queryFn' | 'initialPageParam' | 'getNextPageParam'
  > {
  readonly keyParts?: readonly KeyPart[];
  /** The rows of a page, where the response is not the array itself. */
  readonly rowsOf?: (page: OutputOf<O>) => Rows;
  /** The cursor of the next page, where it is not the id of the last row; null after the last page. */
  readonly cursorOf?: (page: OutputOf<O>) => string | number | null;
}

/** A list read page by page, with the last row's id as the cursor (`before`) unless `cursorOf` says otherwise. */
export function usePages<O extends Operation>(
  operation: O,
  input: Omit<InputOf<O>, 'before'>,
  { keyParts = [], rowsOf = (page) => page as Rows, cursorOf, ...options }: PageOptions<O> = {},
): UseInfiniteQueryResult<Pages<OutputOf<O>>> {
  return useInfiniteQuery({
    ...options,
    queryKey: pagesKey(operation, input, ...keyParts),
    queryFn: ({ signal, pageParam }) => call(operation, { ...input, before: pageParam } as InputOf<O>, { signal }),
    initialPageParam: undefined as Cursor,
    getNextPageParam: (page) => {
      if (cursorOf) return cursorOf(page) ?? undefined;
      return rowsOf(page).length < pageSize ? undefined : rowsOf(page).at(-1)?.id;
    },
  });
}
