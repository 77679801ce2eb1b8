import type { ReactNode } from 'react';
import { queryProblem } from '#web/platform/api/problem-text.ts';
import common from '../style/common.module.css';
import { ErrorState, Skeleton } from './states.tsx';

/** What is shown of a query. */
export interface LoadedQuery<Value> {
  readonly data: Value | undefined;
  readonly error: unknown;
  refetch(): unknown;
}

interface LoadedProps<Value> {
  readonly query: LoadedQuery<Value>;
  /** Height of the placeholder, or heights of several. */
  readonly height: number | readonly number[];
  readonly radius?: number;
  readonly children: (value: Value) => ReactNode;
}

/** A query's data, placeholders while it loads, or the error. */
export function Loaded<Value>({ query, height, radius = 8, children }: LoadedProps<Value>): ReactNode {
  if (query.data !== undefined) return children(query.data);
  const problem = queryProblem(query);
  if (problem !== null) return <ErrorState message={problem} onRetry={() => void query.refetch()} />;
  if (typeof height === 'number') return <Skeleton height={height} radius={radius} />;
  return (
    <div className={common.stack}>
      {height.map((each, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity.
        <Skeleton key={place} height={each} radius={radius} />
      ))}
    </div>
  );
}
