import { hash, timingSafeEqual } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { IdentityTables } from '../identity-tables.ts';
import { hashToken } from '../sessions/secret-token.ts';
import { normalAnswer } from './captcha-image.ts';

/** Most open captchas per network; a new one replaces the oldest. */
const captchasPerNetworkMax = 200;

/** Expired rows deleted per new captcha. */
const sweptMax = 50;

export interface NewCaptcha {
  readonly visitor: string;
  /** The visitor token of the previous captcha, which is replaced. */
  readonly before: string | undefined;
  readonly answer: string;
  /** The caller's network, by which captchas are limited. */
  readonly network: string;
  readonly now: number;
  readonly expiresAt: number;
}

/**
 * The stored hash of a solution, kept as the proof of a registration. Keyed with the visitor token, so that it cannot be brute-forced.
 */
export function answerHashOf(visitor: string, answer: string): Buffer {
  return hash('sha256', `${visitor} ${normalAnswer(answer)}`, 'buffer');
}

/** Stores a new captcha in place of the visitor's last one and enforces the limits, in one statement because calls are frequent. */
export async function insertCaptcha(tables: Kysely<IdentityTables>, code: NewCaptcha): Promise<void> {
  const { visitor, before, answer, network } = code;
  const [drawnAt, expiresAt] = [new Date(code.now), new Date(code.expiresAt)];
  const replaced = before === undefined ? null : hashToken(before);
  await sql`
    with replaced as (
      delete from captcha where visitor_hash = ${replaced}::bytea
    ), expired as (
      delete from captcha where visitor_hash in (
        select visitor_hash from captcha where expires_at <= ${drawnAt}
        order by expires_at limit ${sweptMax} for update skip locked
      )
    ), crowded as (
      delete from captcha where visitor_hash in (
        select visitor_hash from captcha
        where network = ${network} and visitor_hash is distinct from ${replaced}::bytea
        order by drawn_at desc offset ${captchasPerNetworkMax - 1} limit ${sweptMax} for update skip locked
      )
    )
    insert into captcha (visitor_hash, answer_hash, network, drawn_at, expires_at)
    values (${hashToken(visitor)}, ${answerHashOf(visitor, answer)}, ${network}, ${drawnAt}, ${expiresAt})
  `.execute(tables);
}

/** Spends the captcha, whether the solution is right or wrong. */
export async function spendCaptcha(
  tables: Kysely<IdentityTables>,
  visitor: string,
  answer: string,
  now: number,
): Promise<boolean> {
  const spent = await tables
    .deleteFrom('captcha')
    .where('visitor_hash', '=', hashToken(visitor))
    .returning(['answer_hash', 'expires_at'])
    .executeTakeFirst();
  return (
    spent !== undefined &&
    timingSafeEqual(spent.answer_hash, answerHashOf(visitor, answer)) &&
    spent.expires_at.getTime() > now
  );
}

/**
 * Checks the solution: a wrong one spends the captcha at once, a right one leaves it to `spendCaptcha` in the caller's
 * transaction.
 */
export async function checkCaptcha(
  tables: Kysely<IdentityTables>,
  visitor: string,
  answer: string,
  now: number,
): Promise<boolean> {
  const answerHash = answerHashOf(visitor, answer);
  await tables
    .deleteFrom('captcha')
    .where('visitor_hash', '=', hashToken(visitor))
    .where('answer_hash', '<>', answerHash)
    .execute();
  const right = await tables
    .selectFrom('captcha')
    .select('expires_at')
    .where('visitor_hash', '=', hashToken(visitor))
    .where('answer_hash', '=', answerHash)
    .executeTakeFirst();
  return right !== undefined && right.expires_at.getTime() > now;
}
