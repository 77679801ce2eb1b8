import { hash, timingSafeEqual } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { hashToken } from '#server/platform/secret-token.ts';
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
  /** The signed challenge of its proof of work. */
  readonly work: string;
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
export async function insertCaptcha(tables: Kysely<unknown>, code: NewCaptcha): Promise<void> {
  const { visitor, before, answer, network, work } = code;
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
    insert into captcha (visitor_hash, answer_hash, network, work, drawn_at, expires_at)
    values (${hashToken(visitor)}, ${answerHashOf(visitor, answer)}, ${network}, ${work}, ${drawnAt}, ${expiresAt})
  `.execute(tables);
}

/** The signed challenge of the visitor's captcha, if that is still open. */
export async function findWork(tables: Kysely<unknown>, visitor: string, now: number): Promise<string | undefined> {
  const { rows } = await sql<{ work: string }>`
    select work from captcha where visitor_hash = ${hashToken(visitor)} and expires_at > ${new Date(now)}`.execute(
    tables,
  );
  return rows[0]?.work;
}

/** Notes that the captcha's work is done; false when it was spent meanwhile. */
export async function markProven(tables: Kysely<unknown>, visitor: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update captcha set proven = true where visitor_hash = ${hashToken(visitor)}`.execute(tables);
  return numAffectedRows === 1n;
}

/** Spends the captcha, whether the solution is right or wrong. Without its proof of work no solution is right. */
export async function spendCaptcha(
  tables: Kysely<unknown>,
  visitor: string,
  answer: string,
  now: number,
): Promise<boolean> {
  const { rows } = await sql<{ answerHash: Buffer; proven: boolean; expiresAt: Date }>`
    delete from captcha where visitor_hash = ${hashToken(visitor)}
    returning answer_hash as "answerHash", proven, expires_at as "expiresAt"`.execute(tables);
  const [spent] = rows;
  return (
    spent?.proven === true &&
    timingSafeEqual(spent.answerHash, answerHashOf(visitor, answer)) &&
    spent.expiresAt.getTime() > now
  );
}

/**
 * Checks the solution: a wrong one, or one without the proof of work, spends the captcha at once; a right one leaves it to
 * `spendCaptcha` in the caller's transaction.
 */
export async function checkCaptcha(
  tables: Kysely<unknown>,
  visitor: string,
  answer: string,
  now: number,
): Promise<boolean> {
  const answerHash = answerHashOf(visitor, answer);
  await sql`
    delete from captcha where visitor_hash = ${hashToken(visitor)}
      and (answer_hash <> ${answerHash} or not proven)`.execute(tables);
  const { rows } = await sql`
    select from captcha where visitor_hash = ${hashToken(visitor)} and answer_hash = ${answerHash} and proven
      and expires_at > ${new Date(now)}`.execute(tables);
  return rows.length > 0;
}
