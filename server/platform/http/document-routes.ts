import type { FastifyInstance, onRequestHookHandler } from 'fastify';
import { operations } from '#contract/api.ts';
import { networkOf } from '../network.ts';
import type { CallDependencies } from './api-call.ts';
import { refuse } from './api-routes.ts';
import { describeApi } from './open-api.ts';
import type { RateLimiter } from './rate-limit.ts';
import { referencePage, referenceStyle } from './reference-page.ts';

export interface DocumentDependencies extends CallDependencies {
  readonly limits: { readonly ofAddress: RateLimiter } | null;
}

/** Rate-limit cost: each is up to a megabyte, and kept in the system's buffers where it is not read. */
const documentWeight = 200;

/** The API documentation, generated from the contract: OpenAPI and an HTML page. */
export function addDocumentRoutes(app: FastifyInstance, { limits, ...dependencies }: DocumentDependencies): void {
  const onRequest: onRequestHookHandler = (request, reply, next) => {
    const seconds = limits?.ofAddress.take(networkOf(request.ip), documentWeight) ?? 0;
    if (seconds > 0) refuse(request, reply, dependencies, 'tooManyRequests', { seconds });
    else next();
  };
  // Encoded once: a response that is not read holds these bytes, not a copy. Not before it is asked for: it takes a fifth of a second.
  let description: Promise<Buffer> | undefined;
  let page: Buffer | undefined;
  const encodedDescription = async (): Promise<Buffer> => Buffer.from(JSON.stringify(await describeApi(operations)));
  app.get('/openapi.json', { onRequest }, async (_request, reply) => {
    description ??= encodedDescription();
    return reply
      .type('application/json; charset=utf-8')
      .headers(documentHeaders)
      .send(await description);
  });
  app.get('/reference', { onRequest }, (_request, reply) => {
    page ??= Buffer.from(referencePage(operations));
    return reply.type('text/html; charset=utf-8').headers(documentHeaders).send(page);
  });
  app.get('/reference.css', { onRequest }, (_request, reply) =>
    reply.type('text/css; charset=utf-8').headers(documentHeaders).send(referenceStyle),
  );
}

const documentHeaders = {
  'cache-control': 'no-cache',
  'x-content-type-options': 'nosniff',
  'content-security-policy':
    "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'",
  'referrer-policy': 'no-referrer',
};
