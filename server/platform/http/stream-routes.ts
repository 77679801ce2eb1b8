import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Metrics } from '../metrics.ts';
import { Refusal } from '../refusal.ts';
import { type Operator, operatorCookieName, type SessionLookup, sessionCookieName } from '../session.ts';
import { ApiCall, type CallDependencies } from './api-call.ts';
import { type ApiDependencies, failureCode, refuse } from './api-routes.ts';
import type { StreamBinding, StreamingOperator } from './binding.ts';
import type { Connections } from './connections.ts';
import { collectFields } from './input.ts';
import { holdBack, type RateLimits, requireOperator } from './require-actor.ts';
import type { StreamPlaces } from './stream-places.ts';

export interface StreamDependencies extends Pick<ApiDependencies, 'isPassing'>, CallDependencies {
  readonly streams: readonly StreamBinding[];
  readonly sessions: SessionLookup;
  readonly operatorSessions: SessionLookup<Operator>;
  readonly metrics: Metrics;
  readonly limits: RateLimits;
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
        const { limits } = dependencies;
        holdBack(limits?.ofAddress, call.network, 1);
        if (stream.roles) await requireOperator(call, stream.roles, dependencies.operatorSessions, limits);
        else await call.identify(dependencies.sessions, sessionCookieName);
        // Closed during the look-up: nothing would close it again and free its place.
        if (request.raw.socket.destroyed) {
          reply.hijack();
          return;
        }
        const query = collectFields(undefined, request.query, undefined);
        const { session, locale, log } = call;
        const operator = stream.roles ? streamingOperator(call, dependencies.operatorSessions) : null;
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
        stream.open({ query, session, operator, locale, response, log });
        reply.hijack();
      } catch (error) {
        if (!(error instanceof Refusal)) call.log.error({ err: error }, 'a stream failed');
        if (reply.raw.headersSent) {
          reply.hijack();
          reply.raw.end();
          return;
        }
        const code = error instanceof Refusal ? error.code : failureCode(error, dependencies);
        refuse(request, reply, dependencies, code, error instanceof Refusal ? error.values : {});
      }
    });
  }
}

function streamingOperator(call: ApiCall, sessions: SessionLookup<Operator>): StreamingOperator {
  const token = call.tokenOf(operatorCookieName) ?? '';
  return { ...call.operator, isSignedIn: async () => typeof (await sessions.find(token, false)) !== 'string' };
}
