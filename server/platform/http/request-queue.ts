import { fastifyCookie } from '@fastify/cookie';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { FairQueue } from '../fair-queue.ts';
import { networkOf } from '../network.ts';
import { operatorCookieName, type SessionLookup, sessionCookieName } from '../session.ts';
import type { Connections } from './connections.ts';
import { nameOf } from './require-actor.ts';

export interface RequestQueueDependencies {
  readonly sessions: SessionLookup;
  readonly operatorSessions: SessionLookup;
  readonly connections: Connections;
}

/** Visitors' requests handled in one turn of the event loop once some wait, by number and by time. */
const perTurnMax = 16;
const turnMsMax = 8;

/**
 * Bounds what visitors' requests take of a turn of the event loop: callers who are known to be signed in never wait for a crowd of
 * visitors, and those of one network wait for each other rather than for another network's crowd. Without a crowd nothing waits.
 */
export function addRequestQueue(app: FastifyInstance, dependencies: RequestQueueDependencies): void {
  const waiting = new FairQueue<() => void>();
  let turnBeganMs = 0;
  let isScheduled = false;

  const isTurnOver = (): boolean => performance.now() - turnBeganMs > turnMsMax;
  const beginTurn = (): void => {
    if (isScheduled) return;
    isScheduled = true;
    turnBeganMs = performance.now();
    setImmediate(endTurn);
  };
  const endTurn = (): void => {
    isScheduled = false;
    if (waiting.size === 0) return;
    beginTurn();
    for (let handled = 0; handled < perTurnMax && !isTurnOver(); handled += 1) waiting.take()?.();
  };
  const { connections } = dependencies;
  app.addHook('onRequest', (request, _reply, next) => {
    beginTurn();
    const network = networkOf(request.ip);
    const hasCrowd = waiting.size > 0 || isTurnOver();
    const account = signedInAs(request, dependencies);
    if (account !== null) connections.prefer(network, account);
    if (account !== null || !hasCrowd) next();
    else waiting.add(network, next);
  });
}

/** Whose session it is, if that is known without a look-up: an invented cookie gains nothing. */
function signedInAs(
  { headers }: FastifyRequest,
  { sessions, operatorSessions }: RequestQueueDependencies,
): string | null {
  if (headers.cookie === undefined) return null;
  const cookies = fastifyCookie.parse(headers.cookie);
  const accountOf = (name: string, lookup: SessionLookup): string | null => {
    const token = cookies[name] ?? cookies[`__Host-${name}`];
    const found = token === undefined ? undefined : lookup.peek(token);
    return typeof found === 'object' ? nameOf(found) : null;
  };
  return accountOf(sessionCookieName, sessions) ?? accountOf(operatorCookieName, operatorSessions);
}
