import type { FastifyInstance } from 'fastify';
import type { SessionLookup } from '../session.ts';
import { ApiCall, type CallDependencies } from './api-call.ts';
import { refuse, routePath } from './api-routes.ts';
import type { FileBinding } from './binding.ts';
import type { RateLimiter } from './rate-limit.ts';

export interface FileDependencies extends CallDependencies {
  readonly files: readonly FileBinding[];
  readonly sessions: SessionLookup;
  readonly limits: { readonly ofMember: RateLimiter } | null;
}

/** Headers of a member's file: same-origin only, never executed, never cached. */
const fileHeaders = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'content-disposition': 'inline',
} as const;

/** File names are ids: anything else is 404 without a query. */
const fileName = /^[0-9A-Za-z-]{1,100}$/;

/** Adds the routes of members' own files. */
export function addFileRoutes(app: FastifyInstance, dependencies: FileDependencies): void {
  for (const { path, read } of dependencies.files) {
    app.get<{ Params: Readonly<Record<string, string>> }>(routePath(path), async (request, reply) => {
      const call = new ApiCall(request, reply, dependencies);
      await call.identify(dependencies.sessions, () => undefined);
      if (call.session === null)
        return refuse(request, reply, dependencies, call.hasExpired ? 'sessionExpired' : 'notSignedIn');
      const { memberId } = call.session;
      const seconds = dependencies.limits?.ofMember.take(String(memberId), 1) ?? 0;
      if (seconds > 0) return refuse(request, reply, dependencies, 'tooManyRequests', { seconds });
      const name = Object.values(request.params)[0] ?? '';
      const file = fileName.test(name) ? await read(memberId, name) : null;
      if (file === null) return refuse(request, reply, dependencies, 'notFound');
      return reply.headers(fileHeaders).type(file.type).send(file.bytes);
    });
  }
}
