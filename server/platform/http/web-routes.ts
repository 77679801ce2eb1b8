import { readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import helmet from '@fastify/helmet';
import staticFiles from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { localeOfVisit } from '#contract/locale.ts';
import { sessionCookieName } from '../session.ts';
import { type BuiltPages, readBuiltPages } from './built-pages.ts';
import { policyOf } from './content-security-policy.ts';
import { acceptedTags } from './locale.ts';

const yearSeconds = 365 * 24 * 3600;

/** The web app: its files, and its page for every other path, so that every screen's URL can be opened directly. */
export async function addWebRoutes(app: FastifyInstance, folder: string): Promise<void> {
  await app.register(async (web) => {
    await web.register(helmet, {
      contentSecurityPolicy: false,
      crossOriginEmbedderPolicy: false,
      strictTransportSecurity: false,
    });
    web.addHook('onRequest', async (_request, reply) => void reply.header('content-security-policy', policyOf()));
    const files = filesOf(folder);
    const isBuilt = files.has(barePage);
    const built = readBuiltPages(join(folder, 'pages.json'));
    if (isBuilt) {
      await web.register(staticFiles, {
        root: folder,
        // A route of each file would be thousands, half a second of every start.
        serve: false,
        preCompressed: true,
        cacheControl: false,
        setHeaders: (reply, path) => {
          reply.header('cache-control', cacheControlOf(path));
          reply.header('content-security-policy', policyOf(built.inline[addressIn(folder, path)]));
        },
      });
    }
    web.get<{ Params: { '*': string } }>('/*', { exposeHeadRoute: true }, (request, reply) => {
      const path = request.params['*'];
      if (files.has(path)) return reply.sendFile(path);
      // A missing file is a 404, not a screen.
      if (/\.[a-z0-9]{2,5}$/i.test(request.url.split('?')[0] ?? '')) return reply.callNotFound();
      if (!isBuilt) return sayNotBuilt(reply);
      const { file, link } = pageOf(built, request);
      if (link !== '') reply.header('link', link);
      return reply.header('vary', 'cookie, accept-language').sendFile(file);
    });
  });
}

/** The paths of the files that the build made, below its folder. */
function filesOf(folder: string): ReadonlySet<string> {
  try {
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
    return new Set(files.map((path) => relative(folder, path).replaceAll(sep, '/')));
  } catch {
    return new Set();
  }
}

interface AskedPage {
  /** Path below the app's folder. */
  readonly file: string;
  readonly link: string;
}

const barePage = 'index.html';

/** The operators' console: a build of its own, at paths below this one. */
const consolePage = 'operator/index.html';
const consolePath = /^\/operator(\/|$)/;

/**
 * The page of a path: prerendered where the build has it, in the language of the visit, with preloads in its Link header.
 * Visitors of a member's page get the login page. All of this is a hint: the page uses the prerendered screen only where it fits, and
 * a wrong one only costs bytes.
 */
function pageOf({ pages }: BuiltPages, { url, headers }: FastifyRequest): AskedPage {
  const path = (url.split('?')[0] ?? '').toLowerCase().replace(/(.)\/$/, '$1');
  if (consolePath.test(path)) return { file: consolePage, link: '' };
  const cookies = headers.cookie ?? '';
  const isVisitor = !cookies.includes(sessionCookieName);
  const asked = pages[path === '/' ? '/hometab' : path];
  const shown = asked?.member && isVisitor ? pages['/login'] : asked;
  const locale = localeOfVisit(cookies, acceptedTags(headers['accept-language']));
  return { file: shown?.screens?.[locale] ?? barePage, link: shown?.link ?? '' };
}

const addressIn = (folder: string, path: string): string =>
  relative(folder, path)
    .replaceAll(sep, '/')
    .replace(/\.(br|gz)$/, '');

/** Files below assets/ have a content hash in their name; others may change under the same name. */
function cacheControlOf(path: string): string {
  return /[\\/]assets[\\/]/.test(path) ? `public, max-age=${yearSeconds}, immutable` : 'no-cache';
}

function sayNotBuilt(reply: FastifyReply): FastifyReply {
  return reply.code(503).type('text/plain; charset=utf-8').send('The web app is not built yet. Run: npm run build\n');
}
