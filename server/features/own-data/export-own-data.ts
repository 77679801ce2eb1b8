import type { InputOf, OutputOf } from '#contract/operation.ts';
import type { exportOwnData as operation } from '#contract/own-data.ts';
import type { Call } from '#server/platform/http/binding.ts';
import type { Reauthenticate } from '#server/platform/reauthentication.ts';
import { ticketMs, ticketOf } from './export-ticket.ts';

export interface ExportDependencies {
  readonly owner: { readonly reauthenticate: Reauthenticate };
  /** Key of the tickets. */
  readonly ticketKey: Buffer;
  readonly wallNow: () => number;
}

/** Makes sure that the owner asks, and gives out a ticket for the file. */
export async function exportOwnData(
  { owner, ticketKey, wallNow }: ExportDependencies,
  { login, factor }: InputOf<typeof operation>,
  call: Pick<Call, 'cookies' | 'member'>,
): Promise<OutputOf<typeof operation>> {
  await owner.reauthenticate(call, { password: login, factor });
  const expiresAt = Math.trunc(wallNow()) + ticketMs;
  return { ticket: ticketOf(ticketKey, call.member.memberId, expiresAt), expiresAt };
}
