import { createHmac, timingSafeEqual } from 'node:crypto';

/** How long an export may be fetched after the password was given. */
export const ticketMs: number = 5 * 60_000;

/** A ticket for the member's own export, that every node of the product accepts until then (ms of the wall clock). */
export function ticketOf(key: Buffer, memberId: bigint, expiresAt: number): string {
  return `${expiresAt}-${markOf(key, memberId, expiresAt)}`;
}

/** Whether the ticket is this member's and has not expired. */
export function isTicketOf(key: Buffer, memberId: bigint, ticket: string, now: number): boolean {
  const [expires = '', mark = ''] = ticket.split('-');
  const expiresAt = Number(expires);
  if (!Number.isSafeInteger(expiresAt) || expiresAt <= now || expiresAt > now + ticketMs) return false;
  const expected = Buffer.from(markOf(key, memberId, expiresAt));
  const given = Buffer.from(mark);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function markOf(key: Buffer, memberId: bigint, expiresAt: number): string {
  return createHmac('sha256', key).update(`${memberId} ${expiresAt}`).digest('hex');
}
