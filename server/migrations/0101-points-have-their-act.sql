-- Points move for something that happened, in the published amount: a row that stands for points needs its transfer, a transfer of points
-- needs its row, and what earns weight needs its act. Each pair is written in one transaction.

-- The amounts of the rule page; those of a check-in are a check of its table. A change is a new version beside the old one.
create table published_points (
  rule text not null check (rule in ('weight', 'team', 'task', 'donation')),
  version smallint not null check (version > 0),
  -- The kind of act, the milestone, the task, the tier.
  kind text not null,
  -- Of a team; 0 for everything else.
  level smallint not null default 0 check (level between 0 and 3),
  points integer not null check (points > 0),
  primary key (rule, version, kind, level)
);

insert into published_points (rule, version, kind, level, points) values
  ('weight', 1, 'depositConfirmed', 0, 100), ('weight', 1, 'planSettled', 0, 10), ('weight', 1, 'withdrawalPasswordSet', 0, 30),
  ('weight', 1, 'cardBound', 0, 30), ('weight', 1, 'checkedIn', 0, 5), ('weight', 1, 'redEnvelope', 0, 10),
  ('team', 1, 'firstResult', 1, 100), ('team', 1, 'firstResult', 2, 30), ('team', 1, 'firstResult', 3, 10),
  ('team', 1, 'firstWeek', 1, 150), ('team', 1, 'firstWeek', 2, 50), ('team', 1, 'firstWeek', 3, 20),
  ('task', 1, 'checkedIn', 0, 66), ('task', 1, 'helpRead', 0, 150), ('task', 1, 'resultVerified', 0, 250),
  ('task', 1, 'planPlaced', 0, 50), ('task', 1, 'planSettled', 0, 50), ('task', 1, 'donated', 0, 150),
  ('donation', 1, '1', 0, 10), ('donation', 1, '2', 0, 50), ('donation', 1, '3', 0, 200);

select ledger.append_only('published_points', 'published amounts stay what they were');

-- A settled plan's row is its entry: held by a check, which costs a settlement next to nothing.
alter table plan add constraint plan_weight_published check (weight is null or (weight_rule = 1 and weight = 10));

-- The transfer of a donation, whose key is the member's own; null of those made before.
alter table donation add column transfer_id bigint;

-- Whether a transfer is the one of a row: its first and only posting is between the member's account of that slot and the house's, either way.
create function ledger.moves_points(transfer bigint, of_member bigint, slot smallint, amount integer, at timestamptz) returns boolean
language sql stable as $$
  select exists (
    select from ledger.transfers as t join ledger.postings as p on p.member_id = of_member and p.transfer_id = t.id and p.place = 0
    where t.id = transfer and t.at = moves_points.at and t.posting_count = 1 and p.amount = moves_points.amount
      and of_member * 32 + slot in (p.from_account, p.to_account)
  )
$$;

create function ledger.transfer_of(key text, of_kind text) returns bigint language sql stable as $$
  select id from ledger.transfers where idempotency_key = key and kind = of_kind
$$;

create function ledger.transfer_named(transfer bigint)
returns table (kind text, reference text, idempotency_key text, at timestamptz, posting_count smallint) language sql stable as $$
  select kind, reference, idempotency_key, at, posting_count from ledger.transfers where id = transfer
$$;

-- Keys of the three kinds whose transfers are keyed by what they are for.
create function check_in_key(of_member bigint, day date) returns text language sql immutable as $$
  select 'check-in:' || of_member || ':' || to_char(day, 'YYYY-MM-DD')
$$;
create function task_key(of_member bigint, task text, day date) returns text language sql immutable as $$
  select 'task:' || of_member || ':' || task || ':' || to_char(day, 'YYYY-MM-DD')
$$;
create function invitation_key(of_member bigint, milestone text, level smallint) returns text language sql immutable as $$
  select 'invitation:' || of_member || ':' || milestone || ':' || level
$$;

-- Whether the member did that then, by the table that knows it.
create function did_act(of_member bigint, act text, of_subject text, at timestamptz) returns boolean language sql stable as $$
  select case act
    when 'checkedIn' then exists (select 
      from check_in where member_id = of_member and day = to_date(of_subject, 'YYYY-MM-DD') and checked_in_at = at)
    when 'planPlaced' then exists (select from plan where member_id = of_member and id = of_subject and placed_at = at)
    when 'planSettled' then exists (
      select from plan where member_id = of_member and id = of_subject and settled_at = at and income is not null)
    when 'donated' then exists (select from donation where member_id = of_member and id = of_subject and donated_at = at)
    else exists (select from member_act where member_id = of_member and kind = act and subject = of_subject and acted_at = at)
  end
$$;

-- Of rows that are written after their transfers.

create function require_check_in_transfer() returns trigger language plpgsql as $$
begin
  if not ledger.moves_points(ledger.transfer_of(check_in_key(new.member_id, new.day), 'checkedIn'), new.member_id, 5::smallint, new.points, new.checked_in_at) then
    raise exception 'a check-in is written with the transfer of its points' using errcode = 'integrity_constraint_violation';
  end if;
  if new.checked_in_at > (select shown_until from product_clock) or exists (
    select from check_in as c where c.member_id = new.member_id and c.day <> new.day
      and (c.day > new.day or c.ends_at > new.checked_in_at)
  ) then
    raise exception 'a check-in counts for its day, after those before it' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
create trigger needs_transfer after insert on check_in for each row execute function require_check_in_transfer();

create function require_donation_transfer() returns trigger language plpgsql as $$
begin
  if not ledger.moves_points(new.transfer_id, new.member_id, 5::smallint, new.points, new.donated_at)
    or not exists (select from ledger.transfer_named(new.transfer_id) where kind = 'donated' and reference = new.id)
    or not exists (select from published_points as p where p.rule = 'donation' and p.points = new.points)
  then
    raise exception 'a donation is written with the transfer of its points' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
create trigger needs_transfer after insert on donation for each row execute function require_donation_transfer();

create function require_task_transfer() returns trigger language plpgsql as $$
begin
  if not ledger.moves_points(ledger.transfer_of(task_key(new.member_id, new.task, new.day), 'taskCollected'), new.member_id, 6::smallint, new.points, new.collected_at)
    or not exists (select from published_points as p where p.rule = 'task' and p.kind = new.task and p.points = new.points)
  then
    raise exception 'a task is collected with the transfer of its points' using errcode = 'integrity_constraint_violation';
  end if;
  if not did_act(new.member_id, new.task, new.subject, new.acted_at) then
    raise exception 'a task is collected for an act' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
create trigger needs_transfer after insert on task_collected for each row execute function require_task_transfer();

create function require_reward_transfer() returns trigger language plpgsql as $$
begin
  if not ledger.moves_points(ledger.transfer_of(invitation_key(new.member_id, new.milestone, new.level), 'invitationRewarded'), new.inviter_id, 6::smallint,
      new.points, new.rewarded_at)
    or not exists (select from published_points as p where p.rule = 'team' and p.version = new.rule_version and p.kind = new.milestone
      and p.level = new.level and p.points = new.points)
  then
    raise exception 'a reward of an inviter is written with the transfer of its points' using errcode = 'integrity_constraint_violation';
  end if;
  if not exists (select from team_place as place where place.member_id = new.member_id
    and new.inviter_id = (array[inviter_1, inviter_2, inviter_3])[new.level])
  then
    raise exception 'a reward is an inviter’s' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
create trigger needs_transfer after insert on team_reward for each row execute function require_reward_transfer();

-- What was verified is a result: an own plan that was settled, or a round that was drawn. That the phone computed it again, and that a text
-- was read, nobody but the member knows.
create function is_result(of_member bigint, of_subject text, at timestamptz) returns boolean language sql stable as $$
  select case split_part(of_subject, '.', 1)
    when 'plan' then exists (
      select from plan where member_id = of_member and id = split_part(of_subject, '.', 2) and settled_at <= at)
    when 'round' then exists (
      select from round_end where round_id = split_part(of_subject, '.', 2)::bigint and not is_void and ended_at <= at)
    else false
  end
$$;

create function require_result() returns trigger language plpgsql as $$
begin
  if new.kind = 'resultVerified' and not is_result(new.member_id, new.subject, new.acted_at) then
    raise exception 'what is verified is a result' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
create trigger needs_result after insert on member_act for each row execute function require_result();

-- Of rows whose act may be written after them in the same transaction: decided at its commit.

create function require_lesson() returns trigger language plpgsql as $$
begin
  if not (case new.kind
    when 'firstResult' then exists (
      select from member_act where member_id = new.member_id and kind = 'resultVerified' and acted_at = new.reached_at)
    else (select count(*) from (select from check_in where member_id = new.member_id limit 7) as days) = 7
      and exists (select from check_in where member_id = new.member_id and checked_in_at = new.reached_at)
  end) then
    raise exception 'a milestone is what a member learned' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
create constraint trigger needs_act after insert on milestone
  deferrable initially deferred for each row execute function require_lesson();

-- Of one moment, no more entries of the red envelope than tasks collected then: each task gives one at most.
create function is_of_envelope(of_member bigint, at timestamptz) returns boolean language sql stable as $$
  select (select count(*) from weight_entry where member_id = of_member and kind = 'redEnvelope' and earned_at = at)
    <= (select count(*) from task_collected
      where member_id = of_member and task in ('checkedIn', 'helpRead', 'resultVerified', 'planPlaced', 'planSettled', 'donated')
        and day between at::date - 4 and at::date + 2 and collected_at = at)
$$;

create function require_earning_act() returns trigger language plpgsql as $$
begin
  if not exists (select from published_points as p
    where p.rule = 'weight' and p.version = new.rule_version and p.kind = new.kind and p.points = new.points)
    or not (case new.kind
      when 'checkedIn' then did_act(new.member_id, 'checkedIn', new.reference, new.earned_at)
      when 'depositConfirmed' then exists (
        select from deposit where member_id = new.member_id and id = new.reference and state = 'confirmed')
      when 'redEnvelope' then is_of_envelope(new.member_id, new.earned_at)
      when 'withdrawalPasswordSet' then new.reference = 'first' and exists (
        select from withdrawal_password where member_id = new.member_id)
      when 'cardBound' then new.reference = 'first' and exists (select from bank_card where member_id = new.member_id)
      -- A settled plan is its own entry.
      else false
    end)
  then
    raise exception 'weight is earned by an act, in the published amount' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
create constraint trigger needs_act after insert on weight_entry
  deferrable initially deferred for each row execute function require_earning_act();

-- A member's accounts of points, and the charity's, are moved by the four kinds that have a row, once for each row.
create function require_row_of_points() returns trigger language plpgsql as $$
declare
  t record;
  slot smallint := case when new.to_account > 0 then new.to_account else new.from_account end & 31;
begin
  select * into t from ledger.transfer_named(new.transfer_id);
  if t.posting_count <> 1 or not (case t.kind
    when 'checkedIn' then slot = 5 and new.to_account > 0 and exists (
      select from check_in where member_id = new.member_id and day = to_date(t.reference, 'YYYY-MM-DD') and points = new.amount
        and checked_in_at = t.at and check_in_key(member_id, day) = t.idempotency_key)
    when 'donated' then slot = 5 and new.to_account = ledger.house_account('charityPoints') and exists (
      select from donation where member_id = new.member_id and id = t.reference and points = new.amount and transfer_id = new.transfer_id)
    when 'taskCollected' then slot = 6 and new.to_account > 0 and exists (
      select from task_collected where member_id = new.member_id and task = split_part(t.reference, '.', 1) and points = new.amount
        and day = to_date(split_part(t.reference, '.', 2), 'YYYY-MM-DD') and collected_at = t.at
        and task_key(member_id, task, day) = t.idempotency_key)
    when 'invitationRewarded' then slot = 6 and new.to_account > 0 and exists (
      select from team_reward where member_id = split_part(t.idempotency_key, ':', 2)::bigint and inviter_id = new.member_id
        and points = new.amount and rewarded_at = t.at and invitation_key(member_id, milestone, level) = t.idempotency_key)
    else false
  end) then
    raise exception 'points move for something that is recorded' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
-- The condition costs the transfers of money no call.
create constraint trigger needs_row after insert on ledger.postings
  deferrable initially deferred for each row
  when (new.to_account = -23 or (new.to_account > 0 and (new.to_account & 31) in (5, 6))
    or (new.from_account > 0 and (new.from_account & 31) in (5, 6)))
  execute function require_row_of_points();

-- What the charity received, by asset: the sum of all postings into its accounts (-24 and -23), whatever became of them. Kept beside the
-- balances, so that received, disbursed and unspent are three figures and not two.
create table ledger.charity_received (
  asset text primary key check (asset in ('USDT', 'PTS')),
  amount bigint not null default 0 check (amount >= 0)
);
insert into ledger.charity_received (asset, amount)
select asset, coalesce((select sum(amount) from ledger.postings where to_account = account), 0)
from (values ('USDT', -24), ('PTS', -23)) as charity (asset, account);

create function ledger.count_received() returns trigger language plpgsql as $$
declare
  received_usdt bigint;
  received_points bigint;
begin
  select sum(amount) filter (where to_account = -24), sum(amount) filter (where to_account = -23)
  into received_usdt, received_points
  from added where to_account in (-24, -23);
  if received_usdt > 0 then
    update ledger.charity_received set amount = amount + received_usdt where asset = 'USDT';
  end if;
  if received_points > 0 then
    update ledger.charity_received set amount = amount + received_points where asset = 'PTS';
  end if;
  return null;
end $$;
create trigger count_received after insert on ledger.postings
referencing new table as added for each statement execute function ledger.count_received();

create trigger only_by_postings before update on ledger.charity_received
for each statement when (pg_trigger_depth() = 0) execute function ledger.refuse('only a posting adds to what was received');
create trigger never_removed before insert or delete on ledger.charity_received
for each statement execute function ledger.refuse('what was received stays');
create trigger never_truncated before truncate on ledger.charity_received
for each statement execute function ledger.refuse('what was received stays');

-- What each level of a team has earned its inviter, by milestone and version of the rules: the sum of `team_reward`, which grows with the team.
create table team_points (
  inviter_id bigint not null,
  level smallint not null,
  milestone text not null,
  rule_version smallint not null,
  points bigint not null check (points > 0),
  primary key (inviter_id, level, milestone, rule_version)
);
insert into team_points (inviter_id, level, milestone, rule_version, points)
select inviter_id, level, milestone, rule_version, sum(points) from team_reward group by 1, 2, 3, 4;

create function sum_team_points() returns trigger language plpgsql as $$
begin
  insert into team_points as sums (inviter_id, level, milestone, rule_version, points)
  values (new.inviter_id, new.level, new.milestone, new.rule_version, new.points)
  on conflict (inviter_id, level, milestone, rule_version) do update set points = sums.points + excluded.points;
  return null;
end $$;
create trigger summed after insert on team_reward for each row execute function sum_team_points();

create trigger only_by_rewards before insert or update on team_points
for each statement when (pg_trigger_depth() = 0) execute function ledger.refuse('only a reward adds to a team’s points');
create trigger never_removed before delete on team_points
for each statement execute function ledger.refuse('what a team earned stays');
create trigger never_truncated before truncate on team_points
for each statement execute function ledger.refuse('what a team earned stays');

-- Rows, transfers and acts of points that lack each other, for the check of the books: always empty. Entries of what can be deleted with an
-- account (card, withdrawal password) are not among them.
create view ledger.unfounded_points as
with moved as (
  select t.kind, p.member_id, case t.kind when 'donated' then t.reference else t.idempotency_key end as name, sum(p.amount) as points
  from ledger.postings as p join ledger.transfers as t on t.id = p.transfer_id
  where p.to_account = -23 or (p.to_account > 0 and (p.to_account & 31) in (5, 6)) or (p.from_account > 0 and (p.from_account & 31) in (5, 6))
  group by t.kind, p.member_id, name
), recorded as (
  select 'checkedIn' as kind, member_id, check_in_key(member_id, day) as name, points from check_in
  union all select 'donated', member_id, id, points from donation
  union all select 'taskCollected', member_id, task_key(member_id, task, day), points from task_collected
  union all select 'invitationRewarded', inviter_id, invitation_key(member_id, milestone, level), points from team_reward
)
select format('%s %s of member %s moved %s, recorded %s', kind, name, member_id, coalesce(moved.points, 0), coalesce(recorded.points, 0)) as fault
from moved full join recorded using (kind, member_id, name)
where moved.points is distinct from recorded.points
union all
select format('task %s of %s was not done by member %s', task, day, member_id)
from task_collected where not did_act(member_id, task, subject, acted_at)
union all
select format('weight %s %s of member %s', w.kind, w.reference, w.member_id)
from weight_entry as w
where not exists (select from published_points as p
    where p.rule = 'weight' and p.version = w.rule_version and p.kind = w.kind and p.points = w.points)
  or w.kind = 'checkedIn' and not exists (select from check_in as c where c.member_id = w.member_id and to_char(c.day, 'YYYY-MM-DD') = w.reference)
  or w.kind = 'depositConfirmed' and not exists (
    select from deposit as d where d.member_id = w.member_id and d.id = w.reference and d.state = 'confirmed')
  or w.kind = 'planSettled' and not exists (
    select from plan where plan.member_id = w.member_id and plan.id = w.reference and plan.income is not null)
  or w.kind = 'redEnvelope' and not is_of_envelope(w.member_id, w.earned_at)
union all
select format('milestone %s of member %s', m.kind, m.member_id)
from milestone as m
where case m.kind
  when 'firstResult' then not exists (select from member_act as a where a.member_id = m.member_id and a.kind = 'resultVerified')
  else (select count(*) from (select from check_in as c where c.member_id = m.member_id limit 7) as days) < 7
end
union all
select format('result %s of member %s', subject, member_id)
from member_act where kind = 'resultVerified' and not is_result(member_id, subject, acted_at)
union all
select format('level %s of the team of member %s earned %s, the sum is %s', level, inviter_id, coalesce(earned.points, 0), coalesce(sums.points, 0))
from (select inviter_id, level, milestone, rule_version, sum(points) as points from team_reward group by 1, 2, 3, 4) as earned
full join team_points as sums using (inviter_id, level, milestone, rule_version)
where earned.points is distinct from sums.points
union all
select format('the charity received %s %s, holds and has spent %s', r.amount, r.asset, b.balance)
from ledger.charity_received as r
join (
  select case account_id when -24 then 'USDT' when -18 then 'USDT' else 'PTS' end as asset, sum(balance) as balance
  from ledger.balances where member_id = -1 and account_id in (-24, -23, -18, -17) group by 1
) as b using (asset)
where r.amount <> b.balance;

alter table trial_balance_check add column unfounded integer not null default 0 check (unfounded >= 0);

do $$
declare
  guard record;
begin
  for guard in select tgrelid::regclass as guarded, tgname from pg_trigger where not tgisinternal and tgenabled <> 'A' loop
    execute format('alter table %s enable always trigger %I', guard.guarded, guard.tgname);
  end loop;
end $$;
