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

/** What the operation takes as `before`, in the domain's own type: a position is a number, an id a text. */
type Before<O extends Operation> =
  InputOf<O> extends { readonly before?: infer Value } ? Extract<Value, string | number> : never;

/** Of the last row of the previous page; undefined for the first page. */
type Cursor = string | number | undefined;

/** A paged list as it is cached. */
export type Pages<Page> = InfiniteData<Page, Cursor>;

type Rows<Id> = readonly { readonly id: Id }[];

interface PageOptions<O extends Operation>
  extends Omit<
    UseInfiniteQueryOptions<OutputOf<O>, Error, Pages<OutputOf<O>>, QueryKey, Cursor>,
    'queryKey' | 'queryFn' | 'initialPageParam' | 'getNextPageParam'
  > {
  readonly keyParts?: readonly KeyPart[];
  /** The rows of a page, where the response is not the array itself. */
  readonly rowsOf?: (page: OutputOf<O>) => Rows<Before<O>>;
  /** The cursor of the next page, where it is not the id of the last row; null after the last page. */
  readonly cursorOf?: (page: OutputOf<O>) => Before<O> | null;
}

/** A list read page by page, with the last row's id as the cursor (`before`) unless `cursorOf` says otherwise. */
export function usePages<O extends Operation>(
  operation: O,
  input: Omit<InputOf<O>, 'before'>,
  { keyParts = [], rowsOf = (page) => page as Rows<Before<O>>, cursorOf, ...options }: PageOptions<O> = {},
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
