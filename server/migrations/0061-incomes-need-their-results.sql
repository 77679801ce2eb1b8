-- An income is written once, and only the one that follows from the recorded end: the role that serves, which may write the column, can
-- settle no plan and pay no order before, and to no other amount. By statement: a page of settlements looks its few groups up once.

-- What settlePlan of core/plans/settlement.ts gives: one multiplication of doubles, rounded once, toward zero.
create function require_plan_outcome() returns trigger language plpgsql as $$
declare
  groups bigint[];
  results double precision[];
  ends timestamptz[];
begin
  select array_agg(group_id), array_agg(result), array_agg(settled_at) into groups, results, ends
  from plan_outcome where group_id = any (array(select distinct group_id from changed));
  if exists (
    select from changed as c left join unnest(groups, results, ends) as o (group_id, result, settled_at) using (group_id)
    where c.income is distinct from trunc(c.amount::double precision * o.result)::bigint
      or c.settled_at is distinct from o.settled_at
  ) then
    raise exception 'a plan is settled by the outcome of its group' using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger plan_settles_by_outcome after update on plan
  referencing new table as changed for each statement execute function require_plan_outcome();
alter table plan enable always trigger plan_settles_by_outcome;

-- What settleOrder of core/rounds/payout.ts gives of a void round, of a lost order and of one that won: which of the two, the phone
-- computes from seed and beacon.
create function require_round_end() returns trigger language plpgsql as $$
declare
  rounds bigint[];
  voids boolean[];
begin
  select array_agg(round_id), array_agg(is_void) into rounds, voids
  from round_end where round_id = any (array(select distinct round_id from changed));
  if exists (
    select from changed as c left join unnest(rounds, voids) as e (round_id, is_void) using (round_id)
    where case when e.is_void then c.income is distinct from 0
      when not e.is_void then c.income is null or c.income not in (-c.stake, c.winnings - (c.winnings + c.stake) / 10000)
      else true end
  ) then
    raise exception 'an order is paid by the end of its round' using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger round_order_pays_by_end after update on round_order
  referencing new table as changed for each statement execute function require_round_end();
alter table round_order enable always trigger round_order_pays_by_end;
