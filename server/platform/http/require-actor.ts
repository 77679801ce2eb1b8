import type { PermittedRoles } from '#contract/roles.ts';
import { Refusal } from '../refusal.ts';
import { type Actor, isOperator, type Operator, operatorCookieName, type SessionLookup } from '../session.ts';
import type { ApiCall } from './api-call.ts';
import { requirePermitted } from './guard.ts';
import type { RateLimiter } from './rate-limit.ts';

/** Rate limits of a server; null disables them. */
export type RateLimits = { readonly ofAddress: RateLimiter; readonly ofMember: RateLimiter } | null;

/**
 * Resolves the caller of whatever needs one, and takes `weight` of the caller's rate limit. Random tokens are free to make: who turns
 * out to be nobody is counted by network, and costs no session look-up once the network's rate limit is used up.
 * Throws `notSignedIn`, `sessionExpired` or `tooManyRequests`.
 */
export async function requireActor(
  call: ApiCall,
  sessions: SessionLookup,
  cookieName: string,
  limits: RateLimits,
  weight: number,
): Promise<Actor> {
  await call.identify(sessions, cookieName, () => requireAllowance(limits?.ofAddress, call.network));
  const { actor } = call;
  if (actor === null) {
    holdBack(limits?.ofAddress, call.network, 1);
    throw new Refusal(call.hasExpired ? 'sessionExpired' : 'notSignedIn');
  }
  holdBack(limits?.ofMember, nameOf(actor), weight);
  return actor;
}

/** Resolves the operator of what is no operation. Throws as `requireActor` does, and `notPermitted`. */
export async function requireOperator(
  call: ApiCall,
  role: PermittedRoles,
  operatorSessions: SessionLookup<Operator>,
  limits: RateLimits,
): Promise<void> {
  // A page opens its stream again and again by itself, and shows files.
  const unused: SessionLookup<Operator> = {
    peek: (token) => operatorSessions.peek(token),
    find: (token) => operatorSessions.find(token, false),
  };
  requirePermitted({ role }, await requireActor(call, unused, operatorCookieName, limits, 1));
}

/** Takes `weight` of a caller's rate limit; throws `tooManyRequests`. */
export function holdBack(limiter: RateLimiter | undefined, caller: string, weight: number): void {
  const seconds = limiter?.take(caller, weight) ?? 0;
  if (seconds > 0) throw new Refusal('tooManyRequests', { seconds });
}

function requireAllowance(limiter: RateLimiter | undefined, caller: string): void {
  const seconds = limiter?.secondsUntil(caller, 1) ?? 0;
  if (seconds > 0) throw new Refusal('tooManyRequests', { seconds });
}

/** Unique among actors: a member's id is a number, an operator's name begins with a letter. */
export function nameOf(actor: Actor): string {
  return isOperator(actor) ? actor.operator : String(actor.memberId);
}
