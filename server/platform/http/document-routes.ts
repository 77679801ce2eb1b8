import type { FastifyInstance } from 'fastify';
import { operations } from '#contract/api.ts';
import { describeApi } from './open-api.ts';
import { referencePage, referenceStyle } from './reference-page.ts';

/** The API described: a document for programs, a page for people, both made from the contract. */
export function addDocumentRoutes(app: FastifyInstance): void {
  let description: string | undefined;
  let page: string | undefined;
  app.get('/openapi.json', (_request, reply) => {
    description ??= JSON.stringify(describeApi(operations));
    return reply.type('application/json; charset=utf-8').headers(documentHeaders).send(description);
  });
  app.get('/reference', (_request, reply) => {
    page ??= referencePage(operations);
    return reply.type('text/html; charset=utf-8').headers(documentHeaders).send(page);
  });
  app.get('/reference.css', (_request, reply) =>
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
