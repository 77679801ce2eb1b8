import { hash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Metrics } from '../metrics.ts';
import { sharedFor } from '../shared-for.ts';

export interface HealthDependencies {
  readonly metrics: Metrics;
  /** Bearer token of /metrics; undefined hides them. */
  readonly metricsKey: string | undefined;
  readonly probe: () => Promise<void>;
}

/** How long a probe's result is good for. */
const probedForMs = 1_000;

/**
 * /healthz: liveness. /readyz: readiness; while the server drains fastify answers 503 to everything. /metrics: Prometheus metrics, with
 * the bearer token only, because they reveal failed sign-ins and business volume; on loopback too, where a proxy forwards requests from
 * outside.
 */
export function addHealthRoutes(app: FastifyInstance, { metrics, metricsKey, probe }: HealthDependencies): void {
  // Anybody may ask, as often as they like: one query a second answers all, also while it fails.
  const failure = sharedFor(probedForMs, () =>
    probe().then(
      () => null,
      (error: unknown) => String(error),
    ),
  );
  app.get('/healthz', { exposeHeadRoute: true }, (_request, reply) =>
    reply.header('cache-control', 'no-store').send('ok\n'),
  );
  app.get('/readyz', { exposeHeadRoute: true }, async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    return (await failure()) === null ? reply.send('ready\n') : reply.code(503).send('not ready\n');
  });
  app.get('/metrics', { exposeHeadRoute: true }, async (request, reply) => {
    if (!isBearer(request.headers.authorization, metricsKey)) return reply.callNotFound();
    reply.header('cache-control', 'no-store').type(metrics.registry.contentType);
    return metrics.registry.metrics();
  });
}

/** Compares hashes, in constant time for any length. */
function isBearer(header: string | undefined, key: string | undefined): boolean {
  const shown = /^bearer +(\S+)$/i.exec(header ?? '')?.[1];
  if (shown === undefined || key === undefined) return false;
  return timingSafeEqual(hash('sha256', shown, 'buffer'), hash('sha256', key, 'buffer'));
}
