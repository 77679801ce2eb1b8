import { type QueryExecutorProvider, sql } from 'kysely';
import { storedLocale } from '#contract/locale.ts';
import type { MemberOverview } from '#contract/members.ts';
import { memberAccountNames, memberAccounts } from '#core/ledger/accounts.ts';
import { type LimitPeriod, type LossLimit, limitAt } from '#core/limits/loss-limits.ts';
import { amount, toDecimal, usdt } from '#core/money/amount.ts';
import { approvalCountsMs } from '#server/platform/approvals/approvals.ts';
import { inMs } from '#server/platform/database/in-ms.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { Operator } from '#server/platform/session.ts';
import type { MembersDependencies } from './members-dependencies.ts';
import { viewedMember } from './viewed-member.ts';

/** A member's account as operators see it. That one looked is recorded. */
export async function viewMember(
  dependencies: Pick<MembersDependencies, 'database' | 'ledger' | 'memberNumbers' | 'wallNow'>,
  number: string,
  by: Operator,
): Promise<MemberOverview> {
  const { database, ledger, wallNow } = dependencies;
  const memberId = await viewedMember(dependencies, number, by);
  const [row, balances] = await Promise.all([
    readOverview(database, memberId, new Date(wallNow())),
    ledger.balancesOf(memberId),
  ]);
  const { frozenAt, holdsUntil, heldBy, byMember, limits, ...plain } = inMs(row);
  return {
    ...plain,
    locale: storedLocale(plain.locale),
    number,
    isFrozen: frozenAt !== null,
    freeze:
      frozenAt === null
        ? null
        : {
            frozenAt,
            holdsUntil,
            operator: heldBy,
            // A recovery's is the member's to lift: it alone holds for a time.
            byMember: byMember === true && (heldBy !== null || holdsUntil === null),
          },
    limits: limits.flatMap(({ period, ...stored }) => {
      const { amount: counts, next } = limitAt(limitOf(stored), wallNow());
      return counts === null ? [] : [{ period, amount: counts, next }];
    }),
    balances: memberAccountNames.map((account) => {
      const { asset } = memberAccounts[account];
      return { account, asset, amount: toDecimal(asset, amount(asset, balances?.[account] ?? 0n)) };
    }),
  };
}

function limitOf({ amount: now, nextAmount, nextAt }: Omit<OverviewRow['limits'][number], 'period'>): LossLimit {
  const next = nextAt === null ? null : { amount: nextAmount === null ? null : usdt(BigInt(nextAmount)), at: nextAt };
  return { amount: usdt(BigInt(now)), next };
}

interface OverviewRow {
  readonly username: string;
  readonly nickname: string;
  readonly createdAt: Date;
  readonly locale: string;
  readonly timeZone: string;
  readonly frozenAt: Date | null;
  readonly holdsUntil: Date | null;
  readonly heldBy: string | null;
  readonly byMember: boolean | null;
  readonly sessions: number;
  readonly lastSignInAt: Date | null;
  readonly hasAuthenticator: boolean;
  readonly passkeys: number;
  readonly hasWithdrawalPassword: boolean;
  readonly card: string | null;
  readonly excludedUntil: Date | null;
  readonly isBeingRecovered: boolean;
  readonly limits: readonly {
    readonly period: LimitPeriod;
    readonly amount: string;
    readonly nextAmount: string | null;
    readonly nextAt: number | null;
  }[];
}

async function readOverview(within: QueryExecutorProvider, memberId: bigint, now: Date): Promise<OverviewRow> {
  const { rows } = await sql<OverviewRow>`
    select m.username, m.nickname, m.created_at as "createdAt", m.locale, m.time_zone as "timeZone",
      f.frozen_at as "frozenAt", f.holds_until as "holdsUntil", f.held_by as "heldBy", f.by_member as "byMember",
      (select count(*)::int from session as s where s.member_id = m.id and s.ended_at is null and s.replaced_by is null
        and s.expires_at > ${now}) as sessions,
      (select s.at from sign_in as s where s.member_id = m.id
        and s.result in ('registered', 'signedIn', 'signedInByPasskey', 'signedInByReset')
        order by s.id desc limit 1) as "lastSignInAt",
      exists (select from authenticator as a where a.member_id = m.id and a.confirmed_at is not null) as "hasAuthenticator",
      (select count(*)::int from passkey as p where p.member_id = m.id) as passkeys,
      exists (select from withdrawal_password as w where w.member_id = m.id) as "hasWithdrawalPassword",
      (select '**** ' || c.last_four from bank_card as c where c.member_id = m.id and c.cancelled_at is null
        and c.active_from <= ${now} order by c.active_from desc limit 1) as card,
      (select least(e.ends_at, e.lifts_at) from self_exclusion as e where e.member_id = m.id
        and least(e.ends_at, e.lifts_at) > ${now}) as "excludedUntil",
      exists (select from account_recovery as r where r.member_id = m.id and r.ended_at is null
        and (r.takes_effect_at is not null or r.asked_at > ${new Date(now.getTime() - approvalCountsMs)})) as "isBeingRecovered",
      coalesce((select json_agg(json_build_object('period', l.period, 'amount', l.amount::text, 'nextAmount', l.next_amount::text,
          'nextAt', trunc(extract(epoch from l.next_at) * 1000)::bigint) order by l.period)
        from loss_limit as l where l.member_id = m.id and l.amount is not null), '[]') as limits
    from member as m left join account_freeze as f on f.member_id = m.id
    where m.id = ${memberId} and m.username is not null`.execute(within);
  const [row] = rows;
  // Deleted since it was looked up.
  if (!row) throw new Refusal('memberUnknown');
  return row;
}
