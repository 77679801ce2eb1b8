-- Settles a page of running plans in one transaction: claims them, makes their transfers, records their incomes and weight. It
-- says in sets what server/features/plans/settlement-transfer.ts says for one plan; a test compares the two.

-- Share of an amount in whole micro-USDT, rounded once, toward zero: core's incomeOf and shortfallOf, on the same doubles.
create function plan_share(amount bigint, ratio double precision) returns bigint language sql immutable parallel safe as $$
  select trunc(amount::double precision * ratio)::bigint
$$;

-- Plans of these groups, whose outcomes are recorded, from the first one on; of the first one only those after the given plan.
-- Only members of one lane (member id modulo 2, as the ledger's committers share them), so that two calls at once never wait
-- for each other; plans that another node has claimed are left to it. Answers how many it settled and the last of them.
create function settle_plans(
  groups bigint[], lane integer, after_member bigint, after_id text, plans_max integer, weight_points integer, at timestamptz,
  out settled integer, out last_group bigint, out last_member bigint, out last_id text
) language plpgsql
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
as $$
declare
  members bigint[];
  ids text[];
  group_ids bigint[];
  amounts bigint[];
  incomes bigint[];
  shortfalls bigint[];
  moments timestamptz[];
  hashes bytea[];
begin
  select array_agg(member_id), array_agg(id), array_agg(group_id), array_agg(amount) into members, ids, group_ids, amounts
  from (
    select claimed.*
    from unnest(groups) with ordinality as g (id, place)
    cross join lateral (
      select p.member_id, p.id, p.group_id, p.amount from plan as p
      where p.group_id = g.id and p.income is null and p.member_id % 2 = lane
        and (p.member_id, p.id) > (case g.place when 1 then after_member else 0 end, case g.place when 1 then after_id else '' end)
      order by p.member_id, p.id
      limit plans_max
      for update skip locked
    ) as claimed
    limit plans_max
  ) as page;
  settled := coalesce(cardinality(members), 0);
  if settled = 0 then
    return;
  end if;
  last_group := group_ids[settled];
  last_member := members[settled];
  last_id := ids[settled];
  select array_agg(plan_share(p.amount, o.result) order by p.number),
    array_agg(plan_share(p.amount, o.shortfall) order by p.number),
    array_agg(o.settled_at order by p.number),
    array_agg(sha256(convert_to(concat_ws(' ', p.member, p.id, p.amount, o.candles_hash), 'UTF8')) order by p.number)
  into strict incomes, shortfalls, moments, hashes
  from unnest(members, ids, group_ids, amounts) with ordinality as p (member, id, group_id, amount, number)
  join plan_outcome as o on o.group_id = p.group_id;
  if cardinality(incomes) <> settled then
    raise exception 'a group without an outcome cannot be settled' using errcode = 'no_data_found';
  end if;

  perform ledger.transfer_set(
    'planSettled', settle_plans.at,
    (select array_agg(concat('settle:', member, ':', id)) from unnest(members, ids) as p (member, id)),
    hashes, ids,
    (select array_agg(((income > -amount)::int + (income <> 0)::int + (shortfall > 0)::int)::smallint)
      from unnest(amounts, incomes, shortfalls) as p (amount, income, shortfall)),
    moves.numbers, moves.places, moves.owners, moves.sources, moves.targets, moves.sums
  )
  from (
    select array_agg(number) as numbers, array_agg(place) as places, array_agg(owner) as owners,
      array_agg(source) as sources, array_agg(target) as targets, array_agg(moved) as sums
    from (
      select number::integer, move.place::smallint, move.owner, move.source, move.target, move.moved
      from unnest(members, amounts, incomes, shortfalls) with ordinality as p (member, amount, income, shortfall, number)
      cross join lateral (values
        -- plans to available: what is left of the amount
        (0, member, member * 32 + 1, member * 32, amount + least(income, 0)),
        -- plans to market: the loss; market to available: the profit
        ((income > -amount)::int, member,
          case when income < 0 then member * 32 + 1 else (-1 - member % 8) * 32 + 1 end,
          case when income < 0 then (-1 - member % 8) * 32 + 1 else member * 32 end,
          abs(income)),
        -- sponsor to market: what went beyond the stated maximum loss
        ((income > -amount)::int + (income <> 0)::int, -1 - member % 8, (-1 - member % 8) * 32 + 2, (-1 - member % 8) * 32 + 1, shortfall)
      ) as move (place, owner, source, target, moved)
      where move.moved > 0
    ) as each
  ) as moves;

  update plan set income = s.income, settled_at = s.moment
  from unnest(members, ids, incomes, moments) as s (member, id, income, moment)
  where plan.member_id = s.member and plan.id = s.id and plan.income is null;
  insert into weight_entry (member_id, kind, reference, points, earned_at)
  select s.member, 'planSettled', s.id, weight_points, s.moment from unnest(members, ids, moments) as s (member, id, moment);
end $$;
