import type { InputOf, OutputOf } from '#contract/operation.ts';
import type { exportOwnData as operation } from '#contract/own-data.ts';
import type { Call } from '#server/platform/http/binding.ts';
import { newPublicId } from '#server/platform/public-id.ts';
import type { IdentityCheck } from '#server/platform/reauthentication.ts';
import { ticketMs, ticketOf } from './export-ticket.ts';

export interface ExportDependencies {
  readonly owner: Pick<IdentityCheck, 'reauthenticate'>;
  /** Key of the tickets. */
  readonly ticketKey: Buffer;
  readonly wallNow: () => number;
  /** The product clock, which the member's acts follow. */
  readonly clock: { now(): number };
}

/** Makes sure that the owner asks, and gives out a ticket for the file, which is good once. */
export async function exportOwnData(
  { owner, ticketKey, wallNow, clock }: ExportDependencies,
  { login, factor }: InputOf<typeof operation>,
  call: Pick<Call, 'cookies' | 'member'>,
): Promise<OutputOf<typeof operation>> {
  await owner.reauthenticate(call, { password: login, factor });
  const expiresAt = Math.trunc(wallNow()) + ticketMs;
  const act = newPublicId(Math.trunc(clock.now()));
  return { ticket: ticketOf(ticketKey, call.member.memberId, expiresAt, act), expiresAt };
}
