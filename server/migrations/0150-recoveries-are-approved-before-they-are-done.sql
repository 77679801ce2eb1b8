-- The wait of a recovery is counted from an approval that was there before: one statement that approves it and says that it is done, in
-- the name of three days later, would pass over the wait.
create function guard_recovery_end() returns trigger language plpgsql as $$
begin
  raise exception 'a recovery waits for three days' using errcode = 'restrict_violation';
end $$;

create trigger account_recovery_waits before update on account_recovery
  for each row when (old.approved_at is null and new.outcome = 'done') execute function guard_recovery_end();
alter table account_recovery enable always trigger account_recovery_waits;
