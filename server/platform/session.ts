import type { Locale } from '#contract/locale.ts';

/** Who is calling. */
export interface Session {
  readonly memberId: bigint;
  readonly username: string;
  /** The language the member chose. */
  readonly locale: Locale;
  /** IANA name of the member's time zone. */
  readonly timeZone: string;
}

/** Finds the session of a cookie: the session, `none` for what never was one, `expired` for one that ended or ran out. */
export interface SessionLookup {
  /** What is known without asking the database; undefined when it would have to be asked. */
  peek(token: string): Session | 'none' | 'expired' | undefined;
  find(token: string): Promise<Session | 'none' | 'expired'>;
}

/** Name of the cookie that carries the session's token (`__Host-` stands before it under https). */
export const sessionCookieName = 'clearlot_session';
