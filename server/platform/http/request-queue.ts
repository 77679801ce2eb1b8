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
 * The same while a crowd of connections arrives, and how many times as long visitors' requests then rest: each turn lets in one of those
 * that wait in the kernel's queue, members among them.
 */
const crowdedTurnMsMax = 1;
const restFactor = 3;
/** Requests of one account that wait for no crowd, in so much time: more than its rate limit lets through in the long run. */
const ofAccountMax = 4;
const ofAccountMs = 50;

/**
 * Bounds what a crowd's requests take of a turn of the event loop: callers who are known to be signed in do not wait for a crowd of
 * visitors, but for a few of their own account's requests where it sends many; visitors of one network wait for each other rather than
 * for another network's crowd. Without a crowd nothing waits.
 */
export function addRequestQueue(app: FastifyInstance, dependencies: RequestQueueDependencies): void {
  const waiting = new FairQueue<() => void>();
  let turnBeganMs = 0;
  let restUntilMs = 0;
  let isScheduled = false;
  const ofAccounts = new Map<string, number>();
  let countedSinceMs = 0;
  const { connections } = dependencies;
  const isTurnOver = (): boolean => {
    const nowMs = performance.now();
    return connections.isCrowded
      ? nowMs < restUntilMs || nowMs - turnBeganMs > crowdedTurnMsMax
      : nowMs - turnBeganMs > turnMsMax;
  };
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
    if (isTurnOver()) return;
    for (let handled = 0; handled < perTurnMax && !isTurnOver(); handled += 1) waiting.take()?.();
    restUntilMs = performance.now() + restFactor * (performance.now() - turnBeganMs);
  };
  const isOneOfFew = (account: string | null): boolean => {
    if (account === null) return false;
    if (performance.now() - countedSinceMs > ofAccountMs) {
      ofAccounts.clear();
      countedSinceMs = performance.now();
    }
    const count = (ofAccounts.get(account) ?? 0) + 1;
    ofAccounts.set(account, count);
    return count <= ofAccountMax;
  };
  app.addHook('onRequest', (request, _reply, next) => {
    beginTurn();
    const network = networkOf(request.ip);
    const hasCrowd = waiting.size > 0 || isTurnOver();
    const account = signedInAs(request, dependencies);
    if (account !== null) connections.prefer(network, account);
    if (isOneOfFew(account) || !hasCrowd) next();
    else waiting.add(account === null ? network : `account ${account}`, next);
  });
}

/** Whose session it is or was at its last look-up: an invented cookie gains nothing, and whom we know waits for no crowd after a pause of reading. */
function signedInAs(
  { headers }: FastifyRequest,
  { sessions, operatorSessions }: RequestQueueDependencies,
): string | null {
  if (headers.cookie === undefined) return null;
  const cookies = fastifyCookie.parse(headers.cookie);
  const accountOf = (name: string, lookup: SessionLookup): string | null => {
    const token = cookies[name] ?? cookies[`__Host-${name}`];
    const found = token === undefined ? undefined : lookup.peek(token, true);
    return typeof found === 'object' ? nameOf(found) : null;
  };
  return accountOf(sessionCookieName, sessions) ?? accountOf(operatorCookieName, operatorSessions);
}
