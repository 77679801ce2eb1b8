-- Settles a page of running plans in one transaction: claims them, makes their transfers, records their incomes and weight. It
-- says in sets what server/features/plans/settlement-transfer.ts says for one plan; a test compares the two.

-- Running plans whose group's outcome is recorded, of members in one lane (member id modulo 2, as the ledger's committers
-- share them, so that two calls at once never wait for each other), after the given plan by member and id. A plan that another
-- node is settling is waited for, and then left alone. Answers how many it settled, and the last plan of the page: null after
-- the last page.
create function settle_plans(
  lane integer, after_member bigint, after_id text, plans_max integer, weight_points integer, at timestamptz,
  out settled integer, out last_member bigint, out last_id text
) language plpgsql
-- The plans come in the order of their index, page after page, whatever the planner knows about the tables.
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off set enable_sort = off
as $$
declare
  members bigint[];
  ids text[];
  keys text[];
  hashes bytea[];
  amounts bigint[];
  incomes bigint[];
  shortfalls bigint[];
  moments timestamptz[];
  -- Balances before the page: of each member in ascending order, of the house by shard from 0.
  plans_before bigint[];
  available_before bigint[];
  market_before bigint[];
  sponsor_before bigint[];
begin
  with page as materialized (
    select p.member_id, p.id, o.result, o.shortfall, o.settled_at, o.candles_hash
    from plan as p join plan_outcome as o on o.group_id = p.group_id
    where p.income is null and p.member_id % 2 = lane and (p.member_id, p.id) > (after_member, after_id)
    order by p.member_id, p.id
    limit plans_max
  ), claimed as (
    update plan as p set income = plan_share(p.amount, page.result), settled_at = page.settled_at
    from page
    where p.member_id = page.member_id and p.id = page.id and p.income is null
    returning p.member_id, p.id, p.amount, p.income, plan_share(p.amount, page.shortfall) as shortfall, p.settled_at, page.candles_hash
  )
  select array_agg(member_id), array_agg(id), array_agg('settle:' || member_id || ':' || id),
    array_agg(sha256(convert_to(member_id || ' ' || id || ' ' || amount || ' ' || candles_hash, 'UTF8'))),
    array_agg(amount), array_agg(income), array_agg(shortfall), array_agg(settled_at), count(*),
    (select member_id from page order by member_id desc, id desc limit 1),
    (select id from page order by member_id desc, id desc limit 1)
  into members, ids, keys, hashes, amounts, incomes, shortfalls, moments, settled, last_member, last_id
  from (select * from claimed order by member_id, id) as c;
  if settled = 0 then
    return;
  end if;

  perform ledger.lock_accounts(
    array(select member * 32 + slot from unnest(members) as m (member), generate_series(0, 1) as slot)
    || array(select (-1 - member % 8) * 32 + slot from unnest(members) as m (member), generate_series(1, 2) as slot)
  );
  select
    array_agg((select balance from ledger.balances where member_id = m.member and account_id = m.member * 32 + 1) order by m.member),
    array_agg((select balance from ledger.balances where member_id = m.member and account_id = m.member * 32) order by m.member)
  into plans_before, available_before
  from (select distinct member from unnest(members) as m (member)) as m;
  select
    array_agg((select balance from ledger.balances where member_id = -1 - shard and account_id = (-1 - shard) * 32 + 1) order by shard),
    array_agg((select balance from ledger.balances where member_id = -1 - shard and account_id = (-1 - shard) * 32 + 2) order by shard)
  into market_before, sponsor_before
  from generate_series(0, 7) as shard;

  perform ledger.write_transfers(
    'planSettled', settle_plans.at, keys, hashes, ids,
    (select array_agg(((income > -amount)::int + (income <> 0)::int + (shortfall > 0)::int)::smallint)
      from unnest(amounts, incomes, shortfalls) as p (amount, income, shortfall)),
    moves.numbers, moves.places, moves.owners, moves.sources, moves.targets, moves.sums, moves.source_afters, moves.target_afters
  )
  from (
    with summed as (
      select number, member, amount, income, shortfall, dense_rank() over (order by member) as place_of_member,
        (sum(amount) over same_member)::bigint - amount as amounts_before,
        (sum(income) over same_member)::bigint - income as incomes_before,
        (sum(shortfall - income) over same_shard)::bigint - shortfall + income as market_change,
        (sum(shortfall) over same_shard)::bigint - shortfall as shortfalls_before
      from unnest(members, amounts, incomes, shortfalls) with ordinality as p (member, amount, income, shortfall, number)
      window same_member as (partition by member order by number rows unbounded preceding),
        same_shard as (partition by member % 8 order by number rows unbounded preceding)
    ), steps as materialized (
      -- Balances right before the plan: what there was, and what the plans before it on this page moved.
      select number, member, -1 - member % 8 as house, amount, income, shortfall, amount + least(income, 0) as returned,
        plans_before[place_of_member] - amounts_before as plans,
        available_before[place_of_member] + amounts_before + incomes_before as available,
        market_before[member % 8 + 1] + market_change as market,
        sponsor_before[member % 8 + 1] - shortfalls_before as sponsor
      from summed
    )
    select array_agg(number::integer) as numbers, array_agg(place::smallint) as places, array_agg(owner) as owners,
      array_agg(source) as sources, array_agg(target) as targets, array_agg(moved) as sums,
      array_agg(source_after) as source_afters, array_agg(target_after) as target_afters
    from (
      -- plans to available: what is left of the amount
      select number, 0 as place, member as owner, member * 32 + 1 as source, member * 32 as target, returned as moved,
        plans - returned as source_after, available + returned as target_after
      from steps where returned > 0
      union all
      -- plans to market: the loss
      select number, (returned > 0)::int, member, member * 32 + 1, house * 32 + 1, -income, plans - amount, market - income
      from steps where income < 0
      union all
      -- market to available: the profit
      select number, 1, member, house * 32 + 1, member * 32, income, market - income, available + amount + income
      from steps where income > 0
      union all
      -- sponsor to market: what went beyond the stated maximum loss
      select number, (returned > 0)::int + (income <> 0)::int, house, house * 32 + 2, house * 32 + 1, shortfall,
        sponsor - shortfall, market - income + shortfall
      from steps where shortfall > 0
    ) as each
  ) as moves;

  insert into weight_entry (member_id, kind, reference, points, earned_at)
  select s.member, 'planSettled', s.id, weight_points, s.moment from unnest(members, ids, moments) as s (member, id, moment);
end $$;
