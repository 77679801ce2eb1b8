import { hash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Metrics } from '../metrics.ts';

export interface HealthDependencies {
  readonly metrics: Metrics;
  /** Who may read the metrics shows it; undefined for nobody. */
  readonly metricsKey: string | undefined;
  readonly probe: () => Promise<void>;
}

/**
 * /healthz: the process answers. /readyz: it can serve; not while it drains. /metrics: its figures, for who has the key: they tell how
 * many sign-ins fail and how busy the house is. From anybody else it is hidden, on loopback too, where a proxy speaks for the world.
 */
export function addHealthRoutes(app: FastifyInstance, { metrics, metricsKey, probe }: HealthDependencies): void {
  let isDraining = false;
  app.addHook('preClose', async () => {
    isDraining = true;
  });
  app.get('/healthz', { exposeHeadRoute: true }, (_request, reply) =>
    reply.header('cache-control', 'no-store').send('ok\n'),
  );
  app.get('/readyz', { exposeHeadRoute: true }, async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    const reason = isDraining
      ? 'draining'
      : await probe().then(
          () => null,
          (error: unknown) => String(error),
        );
    return reason === null ? reply.send('ready\n') : reply.code(503).send(isDraining ? 'draining\n' : 'not ready\n');
  });
  app.get('/metrics', { exposeHeadRoute: true }, async (request, reply) => {
    if (!isBearer(request.headers.authorization, metricsKey)) return reply.callNotFound();
    reply.header('cache-control', 'no-store').type(metrics.registry.contentType);
    return metrics.registry.metrics();
  });
}

/** Compared by their hashes: in the same time for any length and any guess. */
function isBearer(header: string | undefined, key: string | undefined): boolean {
  const shown = /^bearer +(\S+)$/i.exec(header ?? '')?.[1];
  if (shown === undefined || key === undefined) return false;
  return timingSafeEqual(hash('sha256', shown, 'buffer'), hash('sha256', key, 'buffer'));
}
