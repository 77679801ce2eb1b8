import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { pollSeconds } from './poll.ts';

/** The process's Prometheus metrics, served at /metrics. Features add their own to `registry`. */
export interface Metrics {
  readonly registry: Registry;
  readonly requestSeconds: Histogram<'operation' | 'status'>;
  readonly refusals: Counter<'operation' | 'code'>;
  readonly streams: Gauge;
}

const secondsBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'clearlot_' });
  registry.registerMetric(pollSeconds);
  const registers = [registry];
  return {
    registry,
    requestSeconds: new Histogram({
      name: 'clearlot_request_seconds',
      help: 'Time from a request to its answer, by operation and HTTP status',
      labelNames: ['operation', 'status'],
      buckets: secondsBuckets,
      registers,
    }),
    refusals: new Counter({
      name: 'clearlot_refusals_total',
      help: 'Refusals by operation and code of the contract',
      labelNames: ['operation', 'code'],
      registers,
    }),
    streams: new Gauge({ name: 'clearlot_streams', help: 'Open event streams', registers }),
  };
}
