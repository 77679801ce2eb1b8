import type { Kysely } from 'kysely';
import { Refusal } from '#server/platform/refusal.ts';
import { type CallerCookies, readSession } from './identity-cookies.ts';
import { isSessionOpen } from './session-store.ts';

/** Throws `sessionExpired` where the call's session has ended since the call began. */
export async function requireOpenSession(tables: Kysely<unknown>, call: CallerCookies): Promise<void> {
  if (!(await isSessionOpen(tables, readSession(call) ?? ''))) throw new Refusal('sessionExpired');
}
