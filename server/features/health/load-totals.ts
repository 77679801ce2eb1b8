import type { Metrics } from '#server/platform/metrics.ts';

/** Counts of one operation since the start of the process. */
interface OperationTotal {
  calls: number;
  seconds: number;
}

/** What this process has done since its start. */
export interface LoadTotals {
  requests: number;
  refusals: number;
  failures: number;
  /** Requests answered within so many seconds, by the histogram's upper bounds in ascending order. */
  readonly within: Map<number, number>;
  readonly operations: Map<string, OperationTotal>;
}

/** prom-client types no label of its own. */
interface HistogramValue {
  readonly metricName?: string;
  readonly labels: Readonly<Partial<Record<'operation' | 'status' | 'le', string | number>>>;
  readonly value: number;
}

const serverFault = 500;

/** Sums the process's metrics over operations and statuses. */
export async function readTotals({ requestSeconds, refusals }: Pick<Metrics, 'requestSeconds' | 'refusals'>) {
  const totals: LoadTotals = { requests: 0, refusals: 0, failures: 0, within: new Map(), operations: new Map() };
  for (const { metricName, labels, value } of (await requestSeconds.get()).values as readonly HistogramValue[]) {
    const operation = totals.operations.get(String(labels.operation)) ?? { calls: 0, seconds: 0 };
    totals.operations.set(String(labels.operation), operation);
    if (metricName?.endsWith('_count')) {
      operation.calls += value;
      totals.requests += value;
      if (Number(labels.status) >= serverFault) totals.failures += value;
    } else if (metricName?.endsWith('_sum')) operation.seconds += value;
    else if (labels.le !== undefined && labels.le !== '+Inf') {
      const bound = Number(labels.le);
      totals.within.set(bound, (totals.within.get(bound) ?? 0) + value);
    }
  }
  for (const { value } of (await refusals.get()).values) totals.refusals += value;
  return totals;
}

/** A slow operation of a span. */
export interface SlowOperation {
  readonly operation: string;
  readonly calls: number;
  readonly meanMs: number;
}

/** Load of one process over a span. */
export interface Load {
  readonly requests: number;
  readonly refusals: number;
  readonly failures: number;
  /** Upper bound of the bucket with the 95th percentile; null without requests, or above the last bucket. */
  readonly p95Ms: number | null;
  readonly slowest: readonly SlowOperation[];
}

const slowestListed = 10;
const percentile = 0.95;

/** The load between two readings of the totals. */
export function loadBetween(before: LoadTotals, after: LoadTotals): Load {
  const requests = after.requests - before.requests;
  const bounds = [...after.within].toSorted(([one], [other]) => one - other);
  const holding = bounds.find(([bound, count]) => count - (before.within.get(bound) ?? 0) >= requests * percentile);
  const operations = [...after.operations].map(([operation, { calls, seconds }]) => {
    const earlier = before.operations.get(operation) ?? { calls: 0, seconds: 0 };
    const count = calls - earlier.calls;
    return { operation, calls: count, meanMs: count === 0 ? 0 : ((seconds - earlier.seconds) * 1000) / count };
  });
  return {
    requests,
    refusals: after.refusals - before.refusals,
    failures: after.failures - before.failures,
    p95Ms: requests === 0 || holding === undefined ? null : holding[0] * 1000,
    slowest: operations
      .filter(({ calls }) => calls > 0)
      .toSorted((one, other) => other.meanMs - one.meanMs)
      .slice(0, slowestListed),
  };
}
