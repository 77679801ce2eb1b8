import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Histogram } from 'prom-client';
import type { ErrorCode } from '#contract/errors.ts';
import { localeHeader } from '#contract/locale.ts';
import { isForOperators } from '#contract/operation.ts';
import { failureOf } from '../database/database-failure.ts';
import type { Metrics } from '../metrics.ts';
import { Refusal, type RefusalValues } from '../refusal.ts';
import { isOutOfResources } from '../resources.ts';
import { eventOfRefusal } from '../security-log.ts';
import {
  isOperator,
  type Operator,
  operatorCookieName,
  type Session,
  type SessionLookup,
  sessionCookieName,
} from '../session.ts';
import { ApiCall, type CallDependencies } from './api-call.ts';
import type { Binding } from './binding.ts';
import { refusalOfDeletion } from './deleted-account.ts';
import { requireOwnOrigin, requirePermitted, requireShownAccount } from './guard.ts';
import { collectFields, decodeInput } from './input.ts';
import { holdBack, nameOf, type RateLimits, requireActor } from './require-actor.ts';
import { type EncodedResponse, encodeOutput, encodeRefusal, isNamedIn, withEtag } from './response.ts';
import { createResponseCache } from './response-cache.ts';
import { allowUploads, UploadsUnderWay } from './upload.ts';

export interface ApiDependencies extends CallDependencies {
  readonly bindings: readonly Binding[];
  /** Of members. */
  readonly sessions: SessionLookup<Session>;
  readonly operatorSessions: SessionLookup<Operator>;
  readonly metrics: Metrics;
  /** Whether an error is transient (a part is busy or away): nothing was changed, so a retry is safe. */
  readonly isPassing?: (error: unknown) => boolean;
  /** Whether the member's account is deleted, by the database: asked once a call has failed. */
  readonly isDeleted?: (memberId: bigint) => Promise<boolean>;
  readonly limits: RateLimits;
}

/** Adds a route for every operation with a handler. */
export function addApiRoutes(app: FastifyInstance, dependencies: ApiDependencies): void {
  const takesFile = ({ operation }: Binding): boolean => operation.upload !== undefined;
  for (const binding of dependencies.bindings) if (!takesFile(binding)) addOperation(app, binding, dependencies);
  // In a scope of their own: for all other routes multipart stays an unsupported content type.
  app.register(async (uploads) => {
    await allowUploads(uploads);
    for (const binding of dependencies.bindings) if (takesFile(binding)) addOperation(uploads, binding, dependencies);
  });
  app.all('/*', (request, reply) => refuse(request, reply, dependencies, 'notFound'));
}

/** The path in the router's syntax. */
export function routePath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1');
}

function addOperation(app: FastifyInstance, binding: Binding, dependencies: ApiDependencies): void {
  const { operation } = binding;
  const observe = statusObserver(dependencies.metrics.requestSeconds, binding.name);
  const shared = createResponseCache(binding.sharedForMs);
  const moneyCallers = new Set<string>();
  const uploads = new UploadsUnderWay();

  /** Every call: identify, check, decode, run, encode. */
  const answerCall = async (request: FastifyRequest, call: ApiCall): Promise<EncodedResponse> => {
    if (operation.effect !== 'read') requireOwnOrigin(request.headers);
    await identify(call, binding, dependencies);
    requireShownAccount(request.headers, call.session);
    // POST fields in the body only: a URL with a password would be logged, kept in history and shown.
    const query = operation.method === 'POST' ? undefined : request.query;
    const fields = collectFields(request.params, query, request.body);
    if (shared !== null) {
      const variant = binding.sharedByLocale ? call.locale : '';
      return shared.get(variant, fields, async () => {
        const input = decodeInput(operation, fields, binding.values);
        return withEtag(encodeOutput(operation, await binding.answer(input, call), () => call.locale));
      });
    }
    if (operation.effect === 'money') call.readIdempotencyKey();
    if (operation.upload) {
      const { upload } = operation;
      const uploaded = await uploads.run(nameOf(call.actor ?? call.member), async () => {
        await call.readUpload(upload);
        return await binding.answer(decodeInput(operation, fields, binding.values), call);
      });
      return encodeOutput(operation, uploaded, () => call.locale);
    }
    const input = decodeInput(operation, fields, binding.values);
    const run = async (): Promise<unknown> => binding.answer(input, call);
    const isUnkeyed = operation.effect === 'money' && call.idempotencyKey === null;
    const output = isUnkeyed ? await oneAtATime(moneyCallers, nameOf(call.actor ?? call.member), run) : await run();
    return encodeOutput(operation, output, () => call.locale);
  };

  app.route({
    method: operation.method,
    url: routePath(operation.path),
    handler: async (request, reply) => {
      const beganMs = performance.now();
      const call = new ApiCall(request, reply, dependencies);
      let answer: EncodedResponse;
      try {
        answer = await answerCall(request, call);
      } catch (error) {
        answer = await answerError(error, binding, call, dependencies);
      }
      observe(answer.status, (performance.now() - beganMs) / 1_000);
      return send(reply, answer);
    },
  });
}

/** Resolves the caller, within rate limits: an operation for operators reads their cookie alone, any other the member's alone. */
async function identify(call: ApiCall, { operation, weight }: Binding, dependencies: ApiDependencies): Promise<void> {
  const { sessions, operatorSessions, limits } = dependencies;
  const { access } = operation;
  if (access === 'public') {
    holdBack(limits?.ofAddress, call.network, weight);
    if (!isForOperators(operation)) await call.identify(sessions, sessionCookieName);
    return;
  }
  const [lookup, cookieName] = isForOperators(operation)
    ? [operatorSessions, operatorCookieName]
    : [sessions, sessionCookieName];
  requirePermitted(access, await requireActor(call, lookup, cookieName, limits, weight));
}

/** A refusal as it is; anything else is a bug or a failing part, and is logged instead of shown to the caller. */
async function answerError(
  error: unknown,
  binding: Binding,
  call: ApiCall,
  dependencies: ApiDependencies,
): Promise<EncodedResponse> {
  const { name, operation } = binding;
  const refusal =
    error instanceof Refusal ? error : await refusalOfDeletion(error, operation, call.session, dependencies);
  if (refusal === null) {
    const code = failureCode(error, dependencies);
    call.log[code === 'serverBusy' ? 'warn' : 'error']({ err: error, operation: name }, 'a call failed');
    return encodeRefusal(code, {}, call.locale, call.timeZone);
  }
  dependencies.metrics.refusals.inc({ operation: name, code: refusal.code });
  logRefusal(dependencies, call, refusal.code, binding);
  return encodeRefusal(refusal.code, refusal.values, call.locale, call.timeZone);
}

function logRefusal({ securityLog }: CallDependencies, call: ApiCall, reason: ErrorCode, binding?: Binding): void {
  const event = eventOfRefusal(reason, binding?.operation.access);
  if (event === null) return;
  const { actor, address } = call;
  const who = actor && (isOperator(actor) ? { operator: actor.operator } : { memberId: actor.memberId });
  securityLog.writeBounded(event, { address, ...who, reason, ...(binding && { operation: binding.name }) });
}

/** The refusal for an error: transient, or a bug. */
export function failureCode(
  error: unknown,
  { isPassing }: Pick<ApiDependencies, 'isPassing'>,
): 'serverBusy' | 'internalError' {
  const failure = failureOf(error);
  const isOfDatabase = failure === 'away' || failure === 'conflict';
  return isPassing?.(error) || isOfDatabase || isOutOfResources(error) ? 'serverBusy' : 'internalError';
}

/** Without an idempotency key a double tap looks like two requests: the second is refused while the first runs. */
async function oneAtATime<Result>(callers: Set<string>, caller: string, run: () => Promise<Result>): Promise<Result> {
  if (callers.has(caller)) throw new Refusal('requestInProgress');
  callers.add(caller);
  try {
    return await run();
  } finally {
    callers.delete(caller);
  }
}

export function refuse(
  request: FastifyRequest,
  reply: FastifyReply,
  dependencies: CallDependencies,
  code: ErrorCode,
  values: RefusalValues = {},
): FastifyReply {
  const call = new ApiCall(request, reply, dependencies);
  logRefusal(dependencies, call, code);
  return send(reply, encodeRefusal(code, values, call.locale, call.timeZone));
}

/** Headers of every API response but a shared one: not stored, not sniffed. */
const answerHeaders = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
} as const;

/** A shared response may be stored but must be revalidated: it changes within seconds. */
const sharedHeaders = {
  'cache-control': 'no-cache',
  vary: `${localeHeader}, accept-language, cookie`,
} as const;

function send(reply: FastifyReply, answer: EncodedResponse): FastifyReply {
  reply.code(answer.status).headers(answerHeaders).header('x-request-id', reply.request.id);
  if (answer.etag !== undefined) {
    reply.headers(sharedHeaders).header('etag', answer.etag);
    if (isNamedIn(reply.request.headers['if-none-match'], answer.etag)) return reply.code(304).send();
  }
  if (answer.retryAfterSeconds !== undefined) reply.header('retry-after', String(answer.retryAfterSeconds));
  return reply.send(answer.body);
}

/** Caches the histogram's child per status: a look-up by labels costs more than the observation. */
function statusObserver(
  histogram: Histogram<'operation' | 'status'>,
  operation: string,
): (status: number, seconds: number) => void {
  const children = new Map<number, { observe(seconds: number): void }>();
  return (status, seconds) => {
    let child = children.get(status);
    if (child === undefined) {
      child = histogram.labels({ operation, status: String(status) });
      children.set(status, child);
    }
    child.observe(seconds);
  };
}
