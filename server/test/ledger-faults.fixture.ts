import type pg from 'pg';
import { checkTrialBalance } from '#server/ledger/check-trial-balance.ts';
import type { Promised, RequestKind } from './killed-lives.fixture.ts';

/** Inconsistencies of the ledger, or between it and members' open items: none at any time. */
export async function faultsIn(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ fault: string }>(faults);
  const { sums, differences, tornTransfers, unfounded } = await checkTrialBalance(pool);
  return [
    ...rows.map(({ fault }) => fault),
    ...sums.filter(({ balance }) => balance !== '0').map(({ asset, balance }) => `${asset} sums to ${balance}`),
    ...differences.map(({ account_id }) => `balance of ${account_id} is not that of its postings`),
    ...tornTransfers.map(({ transfer_id }) => `transfer ${transfer_id} is torn`),
    ...unfounded.map(({ fault }) => fault),
  ];
}

const faults = `
  with history as (
    select reference, array_agg(kind::text order by id) as kinds from ledger.transfers group by reference
  ), items as (
    select 'withdrawal' as item, id, member_id, 'withdrawing' as account,
      case when state in ('requested', 'inReview', 'sent') then amount end as locked,
      case when state = 'done' then array['withdrawalHeld', 'withdrawalPaid']
        when state = 'cancelled' then array['withdrawalHeld', 'withdrawalReturned']
        when state = 'refused' then array['withdrawalHeld', 'withdrawalRefused']
        else array['withdrawalHeld'] end as kinds
    from withdrawal
    union all
    select 'plan', id, member_id, 'plans', case when income is null then amount end,
      case when income is null then array['planPlaced']
        when exists (select from plan_outcome as o where o.group_id = plan.group_id and o."end" = 'void') then array['planPlaced', 'planVoided']
        else array['planPlaced', 'planSettled'] end
    from plan
    union all
    select 'holding', id, member_id, 'financing', case when state = 'running' then amount end,
      case state when 'running' then array['financingSubscribed'] when 'matured' then array['financingSubscribed', 'financingMatured']
        else array['financingSubscribed', 'financingRedeemed'] end
    from holding
    union all
    select 'order', o.id, o.member_id, 'stakes', case when income is null then stake end, nullif(
      case when not exists (select from round_follow as f where f.member_id = o.member_id and f.id = o.follow_id and o.round_id > (
        select min(first.round_id) from round_order as first where first.member_id = f.member_id and first.follow_id = f.id))
        then array['orderPlaced'] else '{}'::text[] end
      || case when income is null then '{}'::text[] when e.is_void then array['orderReturned']
        when income > 0 then array['orderWon'] else array['orderLost'] end, '{}')
    from round_order as o left join round_end as e on e.round_id = o.round_id
    union all
    select 'follow', id, member_id, 'stakes', case when "end" is null then stake * (rounds - placed) end,
      case when "end" in ('cancelled', 'notPermitted') then array['followReturned'] end
    from round_follow
    union all
    select 'round', round_id::text, null, null, null,
      case when exists (select from round_order as o where o.round_id = p.round_id and income <= 0) then array['roundSettled'] end
    from round_payment as p
    union all
    select 'deposit', id, member_id, null, null, case when state = 'confirmed' then array['depositConfirmed'] end
    from deposit
    union all
    -- What an entry wins no table says: the draws' own tests compute it.
    select 'draw', id, member_id, null, null, case when exists (
        select from ledger.transfers as t where t.reference = draw.id and t.kind = 'prizeWon')
      then array['prizeWon'] else array['entryDrawn'] end
    from draw
  )
  select format('%s %s has %s, not %s', item, id, h.kinds, i.kinds) as fault
  from items as i left join history as h on h.reference = i.id where h.kinds is distinct from i.kinds
  union all
  select format('%s is of nothing that members have', reference) from history
  where not kinds <@ array['yieldFunded', 'roundsFunded', 'prizesFunded', 'checkedIn', 'donated', 'charityDisbursed', 'taskCollected', 'invitationRewarded']
    and not exists (select from items where items.id = reference)
  union all
  select format('%s of member %s holds %s, open items lock %s', a.name, a.member_id, b.balance, coalesce(open.locked, 0))
  from ledger.accounts as a
  join ledger.balances as b on b.member_id = a.member_id and b.account_id = a.id
  left join (select member_id, account, sum(locked) as locked from items group by 1, 2) as open
    on open.member_id = a.member_id and open.account = a.name
  where a.member_id > 0 and a.name in ('withdrawing', 'plans', 'financing', 'stakes') and b.balance <> coalesce(open.locked, 0)
  union all
  select format('%s holds %s, disbursements are %s', name, balance, disbursed)
  from ledger.house_balances as h, lateral (
    select coalesce(sum(amount), 0) as disbursed from disbursement join disbursement_request as r on r.id = request_id where r.asset = h.asset
  ) as d
  where name in ('charitySpent', 'charityPointsSpent') and balance <> disbursed
  union all
  select format('%s is reserved for interest, holdings may earn %s', balance, promised)
  from ledger.house_balances, (select coalesce(sum(interest_reserved), 0) as promised from holding where state = 'running') as p
  where name = 'yieldReserved' and balance <> promised
  union all
  select format('%s is reserved for winnings, orders may win %s', balance, promised)
  from ledger.house_balances, (select sum(winnings) as promised from (
    select winnings from round_order as o where income is null
      or (income <= 0 and not exists (select from round_payment as p where p.round_id = o.round_id))
    union all select winnings * (rounds - placed) from round_follow where "end" is null
    union all select 0) as open) as p
  where name = 'roundsReserved' and balance <> promised
  union all
  select format('plan %s earned its weight %s times', p.id, count(w.reference))
  from plan as p join plan_outcome as o on o.group_id = p.group_id left join weight_entries as w on w.member_id = p.member_id and w.kind = 'planSettled' and w.reference = p.id
  where p.income is not null group by p.id, o."end" having count(w.reference) <> case when o."end" = 'void' then 0 else 1 end`;

/** Acknowledged items that are missing or duplicated, and items that were never acknowledged. */
export async function brokenPromises(pool: pg.Pool, promised: readonly Promised[]): Promise<string[]> {
  const broken: string[] = [];
  const idsOf = (kind: RequestKind): string[] => promised.filter((one) => one.kind === kind).map(({ id }) => id);
  for (const [kind, table] of [
    ['deposit', 'deposit'],
    ['withdrawal', 'withdrawal'],
    ['subscription', 'holding'],
    ['plan', 'plan'],
  ] as const) {
    const { rows } = await pool.query<{ id: string }>(`select id from ${table}`);
    const there = new Set(rows.map(({ id }) => id));
    const ids = idsOf(kind);
    const told = new Set(ids);
    broken.push(...ids.filter((id) => !there.has(id)).map((id) => `${kind} ${id} is lost`));
    broken.push(...[...there].filter((id) => !told.has(id)).map((id) => `${kind} ${id} was promised to nobody`));
    if (told.size !== ids.length) broken.push(`${ids.length - told.size} times a ${kind} was promised twice`);
  }
  for (const [kind, table, state] of [
    ['cancel', 'withdrawal', 'cancelled'],
    ['earlyExit', 'holding', 'redeemed'],
  ] as const) {
    const { rows } = await pool.query<{ id: string }>(`select id from ${table} where state = $1`, [state]);
    const done = new Set(rows.map(({ id }) => id));
    broken.push(...idsOf(kind).flatMap((id) => (done.has(id) ? [] : [`${table} ${id} is not ${state} as promised`])));
  }
  return broken;
}

/** Due work of the app itself, by kind. */
export async function dueWork(pool: pg.Pool): Promise<Map<string, number>> {
  const { rows } = await pool.query<{ work: string; count: bigint }>(`
    with now as (
      select product_at + (clock_timestamp() - wall_at) * speed as at from product_clock
    )
    select 'deposit confirmation' as work, count(*) from deposit where state in ('requested', 'seen')
    union all
    select 'payout', count(*) from withdrawal where state in ('requested', 'inReview', 'sent')
    union all
    select 'maturity', count(*) from holding, now where state = 'running' and matures_at <= now.at
    union all
    select 'settlement', count(*) from plan as p join plan_group as g on g.id = p.group_id, now
    where p.income is null and g.starts_at + g.rounds * interval '5 minutes' <= now.at`);
  return new Map(rows.filter(({ count }) => count > 0n).map(({ work, count }) => [work, Number(count)]));
}

/** Members' open items that end without an operator: in the end, none. */
export async function openItems(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ count: bigint }>(`select
    (select count(*) from withdrawal where state = 'sent' or state in ('requested', 'inReview') and approvals_needed = 0)
    + (select count(*) from deposit where state in ('requested', 'seen'))
    + (select count(*) from holding where state = 'running')
    + (select count(*) from plan where income is null) as count`);
  return Number(rows[0]?.count);
}

export async function transfersByKind(pool: pg.Pool): Promise<Map<string, number>> {
  const { rows } = await pool.query<{ kind: string; count: bigint }>(
    'select kind, count(*) from ledger.transfers group by 1 order by 1',
  );
  return new Map(rows.map(({ kind, count }) => [kind, Number(count)]));
}
