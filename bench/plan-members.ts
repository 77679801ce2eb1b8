import { hash } from 'node:crypto';
import type pg from 'pg';
import { houseAccount, memberAccount } from '#core/ledger/accounts.ts';
import { usdt } from '#core/money/amount.ts';
import { openLedger, type Submission } from '#server/ledger/ledger.ts';
import { migrate, readMigrations } from '#server/platform/database/migrations.ts';
import { silentLog } from '#server/platform/log.ts';
import { openPasswordGate } from '#server/platform/password-gate.ts';

export const memberCount = 10_000;

let requests = 0;

/** Fills a new database with signed-in members who have funds for any number of plans. */
export async function fillWithMembers(pool: pg.Pool): Promise<void> {
  await migrate(pool, readMigrations(), silentLog);
  await pool.query(
    `insert into member (username, password_hash, locale, invitation_code, registration_proof, created_at)
     select 'bench' || id, $2, 'en', 'BENCH' || id, sha256(convert_to('bench' || id, 'UTF8')), now()
     from generate_series(1, $1::int) as id order by id`,
    [memberCount, await (await openPasswordGate()).hash('bench', 'the password of all')],
  );
  await pool.query('select ledger.open_member(id) from member');
  const hashes = Array.from({ length: memberCount }, (_, index) => hash('sha256', tokenOf(index + 1), 'buffer'));
  await pool.query(
    `with signed_in as (insert into sign_in select id, 'S', 'registered', 'bench', '127.0.0.1', now() from member)
     insert into session (token_hash, member_id, created_at, last_seen_at, expires_at, user_agent, address)
     select token_hash, id, now(), now(), now() + interval '1 day', 'bench', '127.0.0.1'
     from unnest($1::bytea[]) with ordinality as s (token_hash, id)`,
    [hashes],
  );
  const ledger = openLedger({ pool, clock: { now: () => Date.now() } });
  await ledger.submitPages(fundingPages());
  await ledger.close();
  await pool.query('vacuum analyze');
}

async function* fundingPages(): AsyncGenerator<Submission[]> {
  for (let from = 1; from <= memberCount; from += 5_000) {
    yield Array.from({ length: 5_000 }, (_, index) => funding(BigInt(from + index)));
  }
}

/** A request that places a plan, each time another member's, as it goes over the wire. */
export function placePlanRequest(): string {
  const count = requests++;
  const body = `id=1&coin=ETH&multiple=${1 + (count % 5)}&price=${10 + (count % 90)}`;
  return memberRequest('/api/Exchange/shenqing', body, count);
}

/** A POST of a form by the member of that count, each time another one, with a key of its own. */
export function memberRequest(path: string, body: string, count: number): string {
  const member = 1 + ((count * 7_919) % memberCount);
  return [
    `POST ${path} HTTP/1.1`,
    'host: 127.0.0.1',
    'x-clearlot: 1',
    'x-clearlot-locale: en',
    `idempotency-key: bench-${process.pid}-${path.length}-${count}`,
    `cookie: ${memberCookie(member)}`,
    'content-type: application/x-www-form-urlencoded',
    `content-length: ${body.length}`,
    '',
    body,
  ].join('\r\n');
}

/** The cookie of a member, by the database's id: 1 to `memberCount`. */
export const memberCookie = (memberId: number): string => `clearlot_session=${tokenOf(memberId)}`;

/** Session tokens are derived from a counter; the database holds their hashes, as for real ones. */
function tokenOf(memberId: number): string {
  return memberId.toString().padStart(43, 'A');
}

function funding(memberId: bigint): Submission {
  const from = houseAccount('rail', memberId);
  const to = memberAccount(memberId, 'available');
  return {
    key: `fund:${memberId}`,
    inputHash: '0'.repeat(64),
    kind: 'depositConfirmed',
    reference: 'bench',
    postings: [{ from, to, amount: usdt(10n ** 13n) }],
  };
}
