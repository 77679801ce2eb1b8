-- Settling costs the processor less. What is refused stays what it was.

-- Refuses postings that are not all those of their transfers, or whose running balances do not follow from the balance before them;
-- then moves the balances on. What is compared with tables is taken into arrays first: a distributed PostgreSQL joins no transition table
-- with a table of its own.
create or replace function ledger.apply_postings() returns trigger language plpgsql as $$
declare
  transfer_ids bigint[];
  counts smallint[];
  own_ids bigint[];
  own_counts smallint[];
  accounts bigint[];
  openings bigint[];
  closings bigint[];
  is_whole boolean;
  moved bigint;
begin
  select array_agg(transfer_id), array_agg(added_count), bool_and(first_count = 1)
  into transfer_ids, counts, is_whole
  from (
    select transfer_id, count(*)::smallint as added_count, count(*) filter (where place = 0) as first_count
    from added group by transfer_id order by transfer_id
  ) as t;
  -- The transfers of this very transaction: nothing is added to an older one.
  select array_agg(id), array_agg(posting_count) into own_ids, own_counts
  from (
    select id, posting_count from ledger.transfers
    where id between transfer_ids[1] and transfer_ids[cardinality(transfer_ids)] and recorded_at = now()
    order by id
  ) as own;
  if not is_whole or transfer_ids is distinct from own_ids or counts is distinct from own_counts then
    raise exception 'the postings are not those of their transfers' using errcode = 'integrity_constraint_violation';
  end if;
  with entries as (
    select from_account as account_id, from_balance_after + amount as before, from_balance_after as after, transfer_id, place
    from added
    union all
    select to_account, to_balance_after - amount, to_balance_after, transfer_id, place from added
  ), histories as (
    select account_id, array_agg(before order by transfer_id, place) as befores,
      array_agg(after order by transfer_id, place) as afters
    from entries
    group by account_id
  )
  -- Each balance before is the balance after the posting before it.
  select array_agg(account_id), array_agg(befores[1]), array_agg(afters[cardinality(afters)]),
    bool_and(befores[2:] = afters[:cardinality(afters) - 1])
  into accounts, openings, closings, is_whole
  from histories;
  update ledger.balances as b set balance = c.closing
  from unnest(accounts, openings, closings) as c (account_id, opening, closing)
  where b.member_id = c.account_id >> 5 and b.account_id = c.account_id and b.balance = c.opening;
  get diagnostics moved = row_count;
  if not is_whole or moved <> cardinality(accounts) then
    raise exception 'the postings do not follow from the balances' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;

-- After the row instead of before it: for a trigger before an update PostgreSQL locks each row, and logs that, before it changes it.
drop trigger plan_never_changed on plan;
drop trigger plan_settles_once on plan;
create trigger plan_never_changed after update of member_id, id, group_id, level, amount, at_risk, placed_at on plan
  for each row execute function refuse_plan_change();
create trigger plan_settles_once after update on plan
  for each row when (old.income is not null or new.income is null) execute function refuse_plan_change();
alter table plan enable always trigger plan_never_changed;
alter table plan enable always trigger plan_settles_once;
drop trigger round_order_never_changed on round_order;
drop trigger round_order_settles_once on round_order;
create trigger round_order_never_changed after update of member_id, id, round_id, category, stake, winnings, salt, follow_id, placed_at on round_order
  for each row execute function refuse_round_change();
create trigger round_order_settles_once after update on round_order
  for each row when (old.income is not null or new.income is null) execute function refuse_round_change();
alter table round_order enable always trigger round_order_never_changed;
alter table round_order enable always trigger round_order_settles_once;

-- The weight that a settled plan earns is a column of the plan, written with its income: the row is the entry, which needs neither a row
-- nor two index entries of its own. Plans settled before this have theirs in weight_entry.

alter table plan
  -- Points, and the version of the published rules that gave them.
  add column weight smallint check (weight > 0),
  add column weight_rule smallint check (weight_rule > 0),
  add check ((weight is null) = (weight_rule is null) and (weight is null or income is not null));

-- With the weight, so that a score is summed from the index alone.
drop index plan_settled;
create index plan_settled on plan (member_id, settled_at) include (income, weight) where income is not null;

create view weight_entries as
  select member_id, kind, reference, points, rule_version, earned_at from weight_entry
  union all
  select member_id, 'planSettled', id, weight, weight_rule, settled_at from plan
  where income is not null and weight is not null;

create or replace view member_weight as
  select member_id, sum(points) as weight from weight_entries group by member_id;
