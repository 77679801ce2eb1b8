import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import { Refusal } from '../refusal.ts';
import type { SessionLookup } from '../session.ts';
import { ApiCall } from './api-call.ts';
import { refuse } from './api-routes.ts';
import type { StreamBinding } from './binding.ts';
import { collectFields } from './input.ts';
import type { RateLimiter } from './rate-limit.ts';

export interface StreamOptions {
  readonly streams: readonly StreamBinding[];
  readonly sessions: SessionLookup;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly limits: { readonly ofAddress: RateLimiter } | null;
}

/** Adds the event streams. They are ended when the server drains, so that phones go to another node at once. */
export function addStreamRoutes(app: FastifyInstance, options: StreamOptions): void {
  const open = new Set<ServerResponse>();
  app.addHook('preClose', async () => {
    for (const response of open) response.end();
  });
  for (const stream of options.streams) {
    app.get(stream.path, async (request, reply) => {
      const call = new ApiCall(request, reply, options.log);
      try {
        const seconds = options.limits?.ofAddress.take(call.network, 1) ?? 0;
        if (seconds > 0) throw new Refusal('tooManyRequests', { seconds });
        await call.identify(options.sessions, () => undefined);
        const query = collectFields(undefined, request.query, undefined);
        const { session, locale, log } = call;
        const response = reply.raw;
        response.setHeader('cache-control', 'no-store');
        response.setHeader('x-content-type-options', 'nosniff');
        open.add(response);
        options.metrics.streams.inc();
        response.once('close', () => {
          open.delete(response);
          options.metrics.streams.dec();
        });
        await stream.open({ query, session, locale, response, log });
        reply.hijack();
      } catch (error) {
        if (reply.raw.headersSent) {
          reply.hijack();
          reply.raw.end();
          return;
        }
        if (!(error instanceof Refusal)) call.log.error({ err: error }, 'a stream failed');
        const code = error instanceof Refusal ? error.code : 'internalError';
        refuse(request, reply, options, code, error instanceof Refusal ? error.values : {});
      }
    });
  }
}
