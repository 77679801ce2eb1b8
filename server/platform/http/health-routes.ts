import type { FastifyInstance } from 'fastify';
import type { Metrics } from '../metrics.ts';

export interface HealthOptions {
  readonly metrics: Metrics;
  readonly probe: () => Promise<void>;
}

/** /healthz: the process answers. /readyz: it can serve; not while it drains. /metrics: its figures. */
export function addHealthRoutes(app: FastifyInstance, { metrics, probe }: HealthOptions): void {
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
  app.get('/metrics', { exposeHeadRoute: true }, async (_request, reply) => {
    reply.header('cache-control', 'no-store').type(metrics.registry.contentType);
    return metrics.registry.metrics();
  });
}
