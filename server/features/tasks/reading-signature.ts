import { createHmac, timingSafeEqual } from 'node:crypto';
import type { DayKey } from '#core/time/member-day.ts';

/** That a text was opened: `startedAt` in ms of wall time, and for how many seconds it must be open. */
export interface Reading {
  readonly id: string;
  /** The member's day on which it was opened, for which it counts: each opening counts once. */
  readonly day: DayKey;
  readonly startedAt: number;
  readonly seconds: number;
}

/** `id.day.start.seconds.signature`, valid for this member alone. */
export function signReading(key: Buffer, memberId: bigint, { id, day, startedAt, seconds }: Reading): string {
  const opened = `${id}.${day}.${startedAt.toString(36)}.${seconds}`;
  return `${opened}.${signatureOf(key, memberId, opened)}`;
}

/** Null for a text that was not signed with this key for this member. */
export function openReading(key: Buffer, memberId: bigint, signed: string): Reading | null {
  const [id = '', day = '', start = '', seconds = '', signature = ''] = signed.split('.');
  const expected = Buffer.from(signatureOf(key, memberId, `${id}.${day}.${start}.${seconds}`));
  const given = Buffer.from(signature);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  return { id, day, startedAt: Number.parseInt(start, 36), seconds: Number(seconds) };
}

function signatureOf(key: Buffer, memberId: bigint, opened: string): string {
  return createHmac('sha256', key).update(`${memberId} ${opened}`).digest('hex');
}
