-- Every guard holds for every writer: one that a superuser's session_replication_role could pass over, with a statement that names no
-- guard, would be a guard of some tables alone. What is created later is held to this by a test.
do $$
declare
  guard record;
begin
  for guard in select tgrelid::regclass as guarded, tgname from pg_trigger where not tgisinternal and tgenabled <> 'A' loop
    execute format('alter table %s enable always trigger %I', guard.guarded, guard.tgname);
  end loop;
end $$;
