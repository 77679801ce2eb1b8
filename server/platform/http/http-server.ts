import cookie from '@fastify/cookie';
import formBody from '@fastify/formbody';
import { type FastifyInstance, fastify } from 'fastify';
import { proxiesIn } from '../trusted-proxies.ts';
import { type ApiDependencies, addApiRoutes, failureCode, refuse } from './api-routes.ts';
import type { FileBinding, StreamBinding } from './binding.ts';
import { addCallerChecks } from './caller-checks.ts';
import { connectionBounds, createConnections } from './connections.ts';
import { addDocumentRoutes } from './document-routes.ts';
import { addFileRoutes } from './file-routes.ts';
import { addHealthRoutes } from './health-routes.ts';
import { unreadableBody } from './input.ts';
import { addLoadGuard } from './load-guard.ts';
import { addRequestQueue } from './request-queue.ts';
import { createStreamPlaces, streamBounds } from './stream-places.ts';
import { addStreamRoutes } from './stream-routes.ts';
import { addWebRoutes } from './web-routes.ts';

export interface HttpDependencies extends ApiDependencies {
  readonly streams: readonly StreamBinding[];
  readonly files: readonly FileBinding[];
  /** Bearer token of /metrics; undefined hides them. */
  readonly metricsKey: string | undefined;
  /** Address or name that the server listens on. */
  readonly host: string;
  /** Addresses and CIDR ranges of proxies whose forwarding headers are trusted. */
  readonly trustedProxies: readonly string[];
  /** Folder of the built web app. */
  readonly webFolder: string;
  /** Readiness check of the server's dependencies: resolves when they work, else throws. */
  readonly probe: () => Promise<void>;
}

const bodyBytesMax = 64 * 1024;
const requestTimeoutMs = 30_000;
const headTimeoutMs = 15_000;
/** Interval at which the two timeouts above are checked. */
const timeoutCheckMs = 5_000;
const keepAliveMs = 72_000;
/** Socket inactivity timeout during a call; streams send heartbeats more often. */
const stalledMs = 60_000;

/** A year; browsers heed it over https alone, so that http on one's own machine stays possible. */
const stayWithHttps = `max-age=${365 * 24 * 3_600}; includeSubDomains`;

function noCompiler(): never {
  throw new Error('no route has a schema of fastify’s: operations are described in the contract');
}

/** Creates the server with everything on one port: the API below /api, health and metrics, and the web app. Does not listen yet. */
export async function createHttpServer(dependencies: HttpDependencies): Promise<FastifyInstance> {
  const { log, metrics } = dependencies;
  const isProxy = proxiesIn(dependencies.trustedProxies);
  const bounds = connectionBounds();
  const connections = createConnections({ log, metrics, isProxy, bounds });
  const streamPlaces = createStreamPlaces(streamBounds(bounds.max, dependencies.limits !== null));
  const app = fastify({
    logger: false,
    trustProxy: isProxy,
    exposeHeadRoutes: false,
    bodyLimit: bodyBytesMax,
    http: { headersTimeout: headTimeoutMs, connectionsCheckingInterval: timeoutCheckMs },
    requestTimeout: requestTimeoutMs,
    connectionTimeout: stalledMs,
    keepAliveTimeout: keepAliveMs,
    genReqId: requestIds(),
    // The contract validates and the routes encode: fastify's own compilers are hundreds of modules that nothing uses.
    schemaController: { compilersFactory: { buildValidator: noCompiler, buildSerializer: noCompiler } },
    routerOptions: { caseSensitive: false, ignoreDuplicateSlashes: true, maxParamLength: 200 },
    frameworkErrors: (_error, request, reply) => {
      refuse(request, reply, dependencies, 'malformedRequest');
    },
  });
  app.setErrorHandler((error, request, reply) => {
    const status =
      typeof error === 'object' && error !== null && 'statusCode' in error ? Number(error.statusCode) : 500;
    if (status >= 500 || !Number.isInteger(status)) {
      const code = failureCode(error, dependencies);
      const level = code === 'serverBusy' ? 'warn' : 'error';
      dependencies.log[level]({ err: error, requestId: request.id, url: request.url }, 'a request failed');
      return refuse(request, reply, dependencies, code);
    }
    return refuse(request, reply, dependencies, status === 413 ? 'tooLarge' : 'malformedRequest');
  });
  app.setNotFoundHandler((request, reply) => refuse(request, reply, dependencies, 'notFound'));
  connections.watch(app.server);
  addRequestQueue(app, { ...dependencies, connections });
  // Of every answer, streams included: set where fastify and they both write from.
  app.addHook('onRequest', (request, reply, next) => {
    if (request.protocol === 'https') reply.raw.setHeader('strict-transport-security', stayWithHttps);
    next();
  });
  // One chunk may hold many pipelined requests: skip those after the one that closed the connection.
  app.addHook('onRequest', (request, reply, next) => {
    if (request.raw.socket?.destroyed) reply.hijack();
    else next();
  });
  addCallerChecks(app, {
    ...dependencies,
    isProxy,
    refuse: (request, reply, code) => refuse(request, reply, dependencies, code),
  });
  if (dependencies.limits !== null)
    addLoadGuard(app, (request, reply) => refuse(request, reply, dependencies, 'serverBusy'));
  // Cookies are parsed lazily (cookies.ts), not on every request.
  await app.register(cookie, { hook: false });
  await app.register(formBody);
  app.addContentTypeParser('*', (_request, payload, done) => {
    payload.resume();
    done(null, unreadableBody);
  });
  addHealthRoutes(app, dependencies);
  await app.register(
    async (api) => {
      addDocumentRoutes(api, dependencies);
      addStreamRoutes(api, { ...dependencies, connections, streamPlaces });
      addFileRoutes(api, dependencies);
      addApiRoutes(api, dependencies);
    },
    { prefix: '/api' },
  );
  await addWebRoutes(app, dependencies.webFolder);
  return app;
}

/** Request id, unique across nodes and restarts. */
function requestIds(): () => string {
  const node = Math.random().toString(36).slice(2, 8);
  let count = 0;
  return () => `${node}-${(++count).toString(36)}`;
}
