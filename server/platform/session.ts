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
  /** Name of the operator, recorded with decisions. */
  readonly operator: string;
  readonly role: OperatorRole;
  readonly locale: Locale;
}

/** The caller of an operation. */
export type Actor = Session | Operator;

/** Whether the actor is an operator rather than a member. */
export function isOperator(actor: Actor): actor is Operator {
  return 'role' in actor;
}

/** Resolves a session cookie: to its actor, `none` for an unknown token, `expired` for a session that ended or expired. */
export interface SessionLookup<Found extends Actor = Actor> {
  /** The cached result; undefined when a database query is needed. One that is due to be read again (`isDueToo`) says who takes a turn, not who may act. */
  peek(token: string, isDueToo?: boolean): Found | 'none' | 'expired' | undefined;
  /** A call that is no use of the session (`isUse` false) does not keep it from ending. */
  find(token: string, isUse?: boolean): Promise<Found | 'none' | 'expired'>;
}

/** Name of the cookie with a member's session token (prefixed with `__Host-` under https). */
export const sessionCookieName = 'clearlot_session';

/** The same of an operator's: a browser may have both, and each operation reads one of them alone. */
export const operatorCookieName = 'clearlot_operator';
