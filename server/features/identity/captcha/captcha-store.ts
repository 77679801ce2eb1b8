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

/** Keeps a new code, and as many rows as the bounds allow. */
export async function insertCaptcha(tables: Kysely<IdentityTables>, code: NewCaptcha): Promise<void> {
  await tables
    .insertInto('captcha')
    .values({
      visitor_hash: hashToken(code.visitor),
      answer_hash: answerHashOf(code.visitor, code.answer),
      network: code.network,
      drawn_at: new Date(code.now),
      expires_at: new Date(code.expiresAt),
    })
    .execute();
  await sql`
    delete from captcha where visitor_hash in (
      select visitor_hash from captcha where expires_at <= ${new Date(code.now)}
      order by expires_at limit ${sweptMax} for update skip locked
    )`.execute(tables);
  await sql`
    delete from captcha where visitor_hash in (
      select visitor_hash from captcha where network = ${code.network}
      order by drawn_at desc offset ${captchasPerNetworkMax} limit ${sweptMax} for update skip locked
    )`.execute(tables);
}

/** Forgets the code: another one was drawn in its place. */
export async function dropCaptcha(tables: Kysely<IdentityTables>, visitor: string): Promise<void> {
  await tables.deleteFrom('captcha').where('visitor_hash', '=', hashToken(visitor)).execute();
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
