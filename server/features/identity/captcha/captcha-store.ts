import { hash, timingSafeEqual } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { IdentityTables } from '../identity-tables.ts';
import { hashToken } from '../sessions/secret-token.ts';
import { normalAnswer } from './captcha-image.ts';

/** Codes that wait for an answer in one network; one more takes the place of the oldest. */
const captchasPerNetworkMax = 200;

/** Expired rows that one new code clears away. */
const sweptMax = 50;

export interface NewCaptcha {
  readonly visitor: string;
  /** The visitor's token of the code before, which ends. */
  readonly before: string | undefined;
  readonly answer: string;
  /** The caller's address, or the network it is counted by. */
  readonly network: string;
  readonly now: number;
  readonly expiresAt: number;
}

/**
 * What the database keeps of an answer, and what a registration leaves behind as its proof. The visitor's token is as long
 * as a key, so the answer cannot be found by trying all of them.
 */
export function answerHashOf(visitor: string, answer: string): Buffer {
  return hash('sha256', `${visitor} ${normalAnswer(answer)}`, 'buffer');
}

/** Keeps a new code in place of the visitor's last one, and as many rows as the bounds allow: one statement, for it is asked for often. */
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

/** Takes the code, whatever the answer is worth: a code is good for one try. */
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
 * Whether the answer is right, without spending the code: a wrong answer spends it at once, a right one leaves it to
 * `spendCaptcha` in the caller's transaction.
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
