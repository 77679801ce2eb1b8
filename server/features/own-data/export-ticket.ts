import { createHmac, timingSafeEqual } from 'node:crypto';

/** How long an export may be fetched after the password was given. */
export const ticketMs: number = 5 * 60_000;

/**
 * A ticket for the member's own export, that every node of the product accepts until then (ms of the wall clock), once: by `act`, an id, is
 * known whether the member's security act that its use is has been recorded.
 */
export function ticketOf(key: Buffer, memberId: bigint, expiresAt: number, act: string): string {
  return `${expiresAt}-${act}-${markOf(key, memberId, expiresAt, act)}`;
}

/** The mark of the act that the use of the ticket is; null unless it is this member's and has not expired. */
export function actOfTicket(key: Buffer, memberId: bigint, ticket: string, now: number): string | null {
  const [expires = '', act = '', mark = ''] = ticket.split('-');
  const expiresAt = Number(expires);
  if (!Number.isSafeInteger(expiresAt) || expiresAt <= now || expiresAt > now + ticketMs) return null;
  const expected = Buffer.from(markOf(key, memberId, expiresAt, act));
  const given = Buffer.from(mark);
  return given.length === expected.length && timingSafeEqual(given, expected) ? act : null;
}

function markOf(key: Buffer, memberId: bigint, expiresAt: number, act: string): string {
  return createHmac('sha256', key).update(`${memberId} ${expiresAt} ${act}`).digest('hex');
}
