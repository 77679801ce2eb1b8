import type { Locale } from '#contract/locale.ts';
import type { OperatorRole } from '#contract/roles.ts';

/** A signed-in member. */
export interface Session {
  readonly memberId: bigint;
  readonly username: string;
  /** The language the member chose. */
  readonly locale: Locale;
  /** IANA name of the member's time zone. */
  readonly timeZone: string;
}

/** A signed-in operator. */
export interface Operator {
  /** Name of the operator, as decisions are recorded under it. */
  readonly operator: string;
  readonly role: OperatorRole;
  readonly locale: Locale;
}

/** Who is calling. */
export type Actor = Session | Operator;

/** Whether it is an operator, and not a member. */
export function isOperator(actor: Actor): actor is Operator {
  return 'role' in actor;
}

/** Finds who a cookie's session belongs to: the actor, `none` for what never was one, `expired` for one that ended or ran out. */
export interface SessionLookup<Found extends Actor = Actor> {
  /** What is known without asking the database; undefined when it would have to be asked. */
  peek(token: string): Found | 'none' | 'expired' | undefined;
  find(token: string): Promise<Found | 'none' | 'expired'>;
}

/** Name of the cookie that carries the session's token (`__Host-` stands before it under https). */
export const sessionCookieName = 'clearlot_session';
