import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import helmet from '@fastify/helmet';
import staticFiles from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { sessionCookieName } from '../session.ts';

/** What pages may load: this origin, and images made on the spot. Nothing inline runs. */
const contentSecurityPolicy = {
  useDefaults: false,
  directives: {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'"],
    imgSrc: ["'self'", 'data:', 'blob:'],
    fontSrc: ["'self'"],
    connectSrc: ["'self'"],
    manifestSrc: ["'self'"],
    mediaSrc: ["'self'"],
    workerSrc: ["'self'"],
    formAction: ["'self'"],
    baseUri: ["'none'"],
    frameAncestors: ["'none'"],
  },
};

const yearSeconds = 365 * 24 * 3600;

/** The web app: its files, and its page for every other path, so that each screen's address can be opened directly. */
export async function addWebRoutes(app: FastifyInstance, folder: string): Promise<void> {
  await app.register(async (web) => {
    await web.register(helmet, { contentSecurityPolicy, crossOriginEmbedderPolicy: false });
    const isBuilt = existsSync(join(folder, 'index.html'));
    const preloads = readPreloads(join(folder, 'preloads.json'));
    if (isBuilt) {
      await web.register(staticFiles, {
        root: folder,
        wildcard: false,
        index: false,
        preCompressed: true,
        cacheControl: false,
        setHeaders: (reply, path) => void reply.header('cache-control', cacheControlOf(path)),
      });
    }
    web.get('/*', { exposeHeadRoute: true }, (request, reply) => {
      // A file that is not there is not a screen.
      if (/\.[a-z0-9]{2,5}$/i.test(request.url.split('?')[0] ?? '')) return reply.callNotFound();
      if (!isBuilt) return sayNotBuilt(reply);
      const link = linkOf(preloads, request);
      if (link !== '') reply.header('link', link);
      return reply.sendFile('index.html');
    });
  });
}

/** By address in small letters: what its page asks for, as a Link header, and whether visitors are sent to the login instead. */
const preloadsFile = z.record(z.string(), z.object({ member: z.boolean(), link: z.string() }));

type Preloads = z.output<typeof preloadsFile>;

function readPreloads(path: string): Preloads {
  return existsSync(path) ? z.parse(preloadsFile, JSON.parse(readFileSync(path, 'utf8'))) : {};
}

/** Named with the page, its files are asked for before any script has run. A hint: a wrong guess costs some bytes, no more. */
function linkOf(preloads: Preloads, { url, headers }: FastifyRequest): string {
  const path = (url.split('?')[0] ?? '').toLowerCase();
  const asked = preloads[path === '/' ? '/hometab' : path];
  const isVisitor = !(headers.cookie ?? '').includes(sessionCookieName);
  return (asked?.member && isVisitor ? preloads['/login'] : asked)?.link ?? '';
}

/** Files below assets/ carry a hash of their content in their name; others may change under the same name. */
function cacheControlOf(path: string): string {
  return /[\\/]assets[\\/]/.test(path) ? `public, max-age=${yearSeconds}, immutable` : 'no-cache';
}

function sayNotBuilt(reply: FastifyReply): FastifyReply {
  return reply.code(503).type('text/plain; charset=utf-8').send('The web app is not built yet. Run: npm run build\n');
}
