import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Metrics } from '../metrics.ts';
import { Refusal } from '../refusal.ts';
import { type Operator, type SessionLookup, sessionCookieName } from '../session.ts';
import { ApiCall, type CallDependencies } from './api-call.ts';
import { type ApiDependencies, failureCode, refuse, requireOperator } from './api-routes.ts';
import type { StreamBinding } from './binding.ts';
import type { Connections } from './connections.ts';
import { collectFields } from './input.ts';
import type { RateLimiter } from './rate-limit.ts';
import type { StreamPlaces } from './stream-places.ts';

export interface StreamDependencies extends Pick<ApiDependencies, 'isPassing'>, CallDependencies {
  readonly streams: readonly StreamBinding[];
  readonly sessions: SessionLookup;
  readonly operatorSessions: SessionLookup<Operator>;
  readonly metrics: Metrics;
  readonly limits: { readonly ofAddress: RateLimiter } | null;
  readonly connections: Connections;
  readonly streamPlaces: StreamPlaces;
}

/** Adds the event streams. They are closed when the server drains, so that clients reconnect to another node at once. */
export function addStreamRoutes(app: FastifyInstance, dependencies: StreamDependencies): void {
  const open = new Set<ServerResponse>();
  app.addHook('preClose', async () => {
    for (const response of open) response.end();
  });
  for (const stream of dependencies.streams) {
    app.get(stream.path, async (request, reply) => {
      const call = new ApiCall(request, reply, dependencies);
      try {
        const seconds = dependencies.limits?.ofAddress.take(call.network, 1) ?? 0;
        if (seconds > 0) throw new Refusal('tooManyRequests', { seconds });
        if (stream.roles) await requireOperator(call, stream.roles, dependencies.operatorSessions);
        else await call.identify(dependencies.sessions, sessionCookieName, () => undefined);
        const query = collectFields(undefined, request.query, undefined);
        const { session, locale, log } = call;
        const operator = stream.roles ? call.operator : null;
        const response = reply.raw;
        const isMember = session !== null || operator !== null;
        const givePlaceBack = dependencies.streamPlaces.take({
          network: call.network,
          isMember,
          end: () => request.raw.socket.destroy(),
        });
        dependencies.connections.keepOpen(request.raw.socket, isMember);
        response.setHeader('cache-control', 'no-store');
        response.setHeader('x-content-type-options', 'nosniff');
        open.add(response);
        dependencies.metrics.streams.inc();
        response.once('close', () => {
          open.delete(response);
          givePlaceBack();
          dependencies.metrics.streams.dec();
        });
        await stream.open({ query, session, operator, locale, response, log });
        reply.hijack();
      } catch (error) {
        if (reply.raw.headersSent) {
          reply.hijack();
          reply.raw.end();
          return;
        }
        if (!(error instanceof Refusal)) call.log.error({ err: error }, 'a stream failed');
        const code = error instanceof Refusal ? error.code : failureCode(error, dependencies);
        refuse(request, reply, dependencies, code, error instanceof Refusal ? error.values : {});
      }
    });
  }
}
