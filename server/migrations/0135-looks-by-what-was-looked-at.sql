-- Acts that are recorded once an hour for the same operator and subject: whether one is there is found by it, however much was read since.
create index operator_act_look on operator_act (operator, subject, act, at) where act in ('listViewed', 'membersSearched');

-- Records a look unless one of the same operator, act and subject is younger than `every`: false where the operator no longer has the role.
-- `lock_number` is that of looks in server/platform/locks.ts; looks at different things do not wait for each other.
create function record_operator_look(
  lock_number integer, by_operator text, by_role text, of_act text, of_subject text, every interval
) returns boolean language plpgsql as $$
begin
  for attempt in 1..2 loop
    perform from operator_act where operator = by_operator and subject = of_subject and act = of_act
      and act in ('listViewed', 'membersSearched') and at > now() - every;
    if found then
      return true;
    end if;
    -- Calls that a page makes at the same moment would all find no act yet.
    if attempt = 1 then
      perform pg_advisory_xact_lock(lock_number, hashtext(concat_ws(' ', by_operator, of_act, of_subject)));
    end if;
  end loop;
  perform from operator where name = by_operator and role = by_role and ended_at is null for share;
  if not found then
    return false;
  end if;
  insert into operator_act (operator, role, act, subject, reason, detail)
    values (by_operator, by_role, of_act, of_subject, '', '{}');
  return true;
end $$;
