-- TRUNCATE passes over the guards of rows: a table that has one refuses it as well. What is created later is held to this by a test.

-- Makes the table refuse TRUNCATE, for its owner too and under any session_replication_role.
create function ledger.never_truncated(guarded regclass, reason text) returns void language plpgsql as $$
begin
  execute format('create trigger never_truncated before truncate on %s for each statement execute function ledger.refuse(%L)',
    guarded, reason);
  execute format('alter table %s enable always trigger never_truncated', guarded);
end $$;

do $$
declare
  -- Bits of `pg_trigger.tgtype`: fired before, and by a truncation.
  before constant int := 2;
  truncation constant int := 32;
  guarded regclass;
begin
  for guarded in
    select distinct g.tgrelid::regclass from pg_trigger as g
    where not g.tgisinternal and g.tgtype & before <> 0
      and not exists (select from pg_trigger as t where t.tgrelid = g.tgrelid and t.tgtype & truncation <> 0)
  loop
    perform ledger.never_truncated(guarded, 'its rows are guarded');
  end loop;
end $$;
