-- Statements of version 3: each names the head of the operators' log in the same snapshot, so that acts cannot be dropped from its end
-- unseen. Statements of versions 1 and 2 stay as they are.

alter table balance_tree
  -- Number of chained acts, and the hash of the newest; zeros where there is none.
  add column log_position bigint check (log_position >= 0),
  add column log_hash bytea check (octet_length(log_hash) = 32),
  add constraint log_head_whole check ((log_position is null) = (log_hash is null));

-- The heads that a verification looks for: many statements name the same.
create index balance_tree_log_head on balance_tree (log_position, id) where log_position is not null;

-- Every root follows the newest one, later in time, and names the head of a log that is there and has not grown shorter.
create or replace function follow_newest_root() returns trigger language plpgsql as $$
declare
  newest balance_tree;
begin
  select * into newest from balance_tree order by id desc limit 1;
  if new.id <> coalesce(newest.id, 0) + 1
    or new.previous <> coalesce(newest.digest, decode(repeat('00', 32), 'hex'))
    or new.at <= newest.at then
    raise exception 'root % does not follow root %', new.id, coalesce(newest.id, 0)
      using errcode = 'integrity_constraint_violation';
  end if;
  if new.log_position < newest.log_position
    or (new.log_position is null and newest.log_position is not null)
    or (new.log_position = 0 and new.log_hash <> decode(repeat('00', 32), 'hex'))
    or (new.log_position > 0 and not exists (
      select from operator_act_chain where position = new.log_position and hash = new.log_hash
    ))
  then
    raise exception 'root % does not name the head of the log', new.id using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
