-- Operators look at announced deposits: they mark a proof as looked at, and refuse what nothing came in for. They credit nothing: only the
-- rail does.
alter table deposit
  -- Product time of the last decision, and whose it is.
  add column reviewed_at timestamptz,
  add column reviewed_by text collate "C" references operator (name),
  add constraint reviewed_by_somebody check ((reviewed_at is null) = (reviewed_by is null)),
  drop constraint deposit_reason_check,
  add constraint deposit_reason_check
    check (reason in ('belowMinimum', 'aboveMaximum', 'notReceived', 'proofInvalid', 'announcedTwice')),
  -- A transfer that came in is decided on by its amount alone.
  add constraint refused_by_somebody check (
    reason not in ('notReceived', 'proofInvalid', 'announcedTwice') or (reviewed_by is not null and transfer is null)
  );

-- What the rail has seen is no operator's to decide.
create function guard_deposit_review() returns trigger language plpgsql as $$
begin
  if old.state <> 'requested' or old.transfer is not null or new.transfer is not null
    or (new.state, new.reason) is distinct from (old.state, old.reason)
      and (new.state <> 'rejected' or coalesce(new.reason not in ('notReceived', 'proofInvalid', 'announcedTwice'), true))
  then
    raise exception 'an operator refuses announced deposits and marks their proofs, nothing else' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create trigger deposit_review before update on deposit
  for each row when (
    (old.reviewed_at, old.reviewed_by) is distinct from (new.reviewed_at, new.reviewed_by)
  ) execute function guard_deposit_review();
alter table deposit enable always trigger deposit_review;
