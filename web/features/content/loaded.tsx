import type { ReactNode } from 'react';
import { queryProblem } from '#web/platform/api/problem-text.ts';
import { ErrorState, Skeleton } from '#web/ui/feedback/states.tsx';
import styles from './loaded.module.css';

interface LoadedProps<Value> {
  readonly query: { readonly data: Value | undefined; readonly error: unknown; refetch(): unknown };
  /** Heights of the placeholders. */
  readonly heights: readonly number[];
  readonly children: (value: Value) => ReactNode;
}

/** A query's data, placeholders while it loads, or the error. */
export function Loaded<Value>({ query, heights, children }: LoadedProps<Value>): ReactNode {
  const problem = queryProblem(query);
  if (problem !== null) return <ErrorState message={problem} onRetry={() => void query.refetch()} />;
  if (query.data === undefined) {
    return (
      <div className={styles.waiting}>
        {heights.map((height, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity.
          <Skeleton key={index} height={height} radius={14} />
        ))}
      </div>
    );
  }
  return children(query.data);
}
