import type { FastifyInstance } from 'fastify';
import { Refusal } from '../refusal.ts';
import { type Operator, type SessionLookup, sessionCookieName } from '../session.ts';
import { ApiCall, type CallDependencies } from './api-call.ts';
import { refuse, routePath } from './api-routes.ts';
import type { AnsweredFile, FileBinding } from './binding.ts';
import { holdBack, type RateLimits, requireActor, requireOperator } from './require-actor.ts';

export interface FileDependencies extends CallDependencies {
  readonly files: readonly FileBinding[];
  readonly sessions: SessionLookup;
  readonly operatorSessions: SessionLookup<Operator>;
  readonly limits: RateLimits;
}

/** Headers of a file: same-origin only, never executed, never cached. */
const fileHeaders = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'content-disposition': 'inline',
} as const;

/** Of what is the same for everybody, under a name that changes with it. */
const publicHeaders = { ...fileHeaders, 'cache-control': 'public, max-age=86400' } as const;

/** File names are ids: anything else is 404 without a query. */
const fileName = /^[0-9A-Za-z-]{1,100}$/;

/** Adds the routes of files. */
export function addFileRoutes(app: FastifyInstance, dependencies: FileDependencies): void {
  for (const file of dependencies.files) {
    app.get<{ Params: Readonly<Record<string, string>> }>(routePath(file.path), async (request, reply) => {
      const call = new ApiCall(request, reply, dependencies);
      const name = Object.values(request.params)[0] ?? '';
      try {
        await identifyReader(call, file, dependencies);
        const found = fileName.test(name) ? await readAs(call, file, name) : null;
        if (found === null) throw new Refusal('notFound');
        reply.headers('readPublic' in file ? publicHeaders : fileHeaders).type(found.type);
        return 'bytes' in found
          ? reply.send(found.bytes)
          : reply.header('content-length', found.size).send(found.stream);
      } catch (error) {
        if (error instanceof Refusal) return refuse(request, reply, dependencies, error.code, error.values);
        throw error;
      }
    });
  }
}

/** Who reads, within the rate limit. */
async function identifyReader(call: ApiCall, file: FileBinding, dependencies: FileDependencies): Promise<void> {
  const { sessions, operatorSessions, limits } = dependencies;
  if ('readPublic' in file) holdBack(limits?.ofAddress, call.network, 1);
  else if ('roles' in file) await requireOperator(call, file.roles, operatorSessions, limits);
  else await requireActor(call, sessions, sessionCookieName, limits, 1);
}

async function readAs(call: ApiCall, file: FileBinding, name: string): Promise<AnsweredFile | null> {
  if ('readPublic' in file) return file.readPublic(name);
  return 'roles' in file ? file.readAsOperator(call.operator, name) : file.read(call.member.memberId, name);
}
