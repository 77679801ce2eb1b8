-- Chains of day keys follow one another: each is committed to while the one before it still runs.

drop trigger append_only_update on fairness_chain;
alter table fairness_chain drop constraint fairness_chain_pkey;
alter table fairness_chain drop column only_row;
alter table fairness_chain
  add column number integer not null default 1 check (number > 0),
  -- Days that its keys last, from its first one.
  add column days integer not null default 36525 check (days between 1 and 36525);
alter table fairness_chain alter column number drop default;
alter table fairness_chain alter column days drop default;
alter table fairness_chain add primary key (number);
create trigger append_only_update before update of number, first_day, days, commitment, published_at on fairness_chain
  for each statement execute function ledger.refuse('a commitment is never changed');
alter table fairness_chain enable always trigger append_only_update;

-- A chain is published at least a whole day before its first one, and a week before where it takes the place of one whose keys are not used up; no day that it
-- begins with has been committed to by another.
create function guard_fairness_chain() returns trigger language plpgsql as $$
declare
  before fairness_chain;
  published integer := floor(extract(epoch from new.published_at) / 86400);
begin
  select * into before from fairness_chain order by number desc limit 1;
  if not found then
    if new.number = 1 then return new; end if;
  elsif exists (select from fairness_chain where number = new.number) then
    -- Another node was first: the primary key decides, which a writer may pass over.
    return new;
  elsif new.number = before.number + 1 and new.first_day > before.first_day
    and new.first_day >= published + (case when new.first_day < before.first_day + before.days then 7 else 2 end)
    and not exists (select from fairness_day where day >= new.first_day)
  then
    return new;
  end if;
  raise exception 'chain % does not follow like this', new.number using errcode = 'check_violation';
end $$;
create trigger fairness_chain_follows before insert on fairness_chain for each row execute function guard_fairness_chain();
alter table fairness_chain enable always trigger fairness_chain_follows;
