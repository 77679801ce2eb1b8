-- What opens an account or lets money out of it changes with an entry of its owner's history, which the owner's devices are notified of:
-- the server's role could write the one without the other. An entry counts among the newest twenty, since an older time would hide it: ids
-- begin with nine characters of their time, and those of one moment are in no order.

create function is_in_history(of_member bigint, of_acts text[]) returns boolean language sql stable as $$
  select exists (
    select from security_act
    where member_id = of_member and act = any (of_acts) and xmin = pg_current_xact_id()::xid and id >= left(
      coalesce((select id from security_act where member_id = of_member order by id desc offset 19 limit 1), ''), 9))
$$;

-- Its arguments are the acts, one of which the same transaction has to record.
create function require_history() returns trigger language plpgsql as $$
declare
  changed jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
  of_member bigint := coalesce(changed ->> 'member_id', changed ->> 'id')::bigint;
begin
  if not (is_in_history(of_member, tg_argv) or is_erasing(of_member)) then
    raise exception 'a change of % is not in the history of member %', tg_table_name, of_member using errcode = 'restrict_violation';
  end if;
  return null;
end $$;

create constraint trigger password_in_history after update on member deferrable initially deferred
  for each row when (old.password_hash is distinct from new.password_hash)
  execute function require_history('loginPasswordChanged', 'loginPasswordReset');
alter table member enable always trigger password_in_history;

create constraint trigger added_in_history after insert on passkey deferrable initially deferred
  for each row execute function require_history('passkeyAdded');
alter table passkey enable always trigger added_in_history;
create constraint trigger removed_in_history after delete on passkey deferrable initially deferred
  for each row execute function require_history('passkeyRemoved', 'accountRecovered');
alter table passkey enable always trigger removed_in_history;

create constraint trigger new_in_history after insert on authenticator deferrable initially deferred
  for each row when (new.confirmed_at is not null) execute function require_history('authenticatorSet');
alter table authenticator enable always trigger new_in_history;
create constraint trigger set_in_history after update on authenticator deferrable initially deferred
  for each row when (old.confirmed_at is distinct from new.confirmed_at) execute function require_history('authenticatorSet');
alter table authenticator enable always trigger set_in_history;
create constraint trigger removed_in_history after delete on authenticator deferrable initially deferred
  for each row when (old.confirmed_at is not null) execute function require_history('authenticatorRemoved', 'accountRecovered');
alter table authenticator enable always trigger removed_in_history;
create constraint trigger drawn_in_history after insert on backup_code deferrable initially deferred
  for each row execute function require_history('authenticatorSet', 'backupCodesRenewed');
alter table backup_code enable always trigger drawn_in_history;

create constraint trigger set_in_history after insert on withdrawal_password deferrable initially deferred
  for each row execute function require_history('withdrawalPasswordSet');
alter table withdrawal_password enable always trigger set_in_history;
create constraint trigger changed_in_history after update on withdrawal_password deferrable initially deferred
  for each row when (old.password_hash <> new.password_hash)
  execute function require_history('withdrawalPasswordChanged', 'withdrawalPasswordReset');
alter table withdrawal_password enable always trigger changed_in_history;
create constraint trigger requested_in_history after insert or update on withdrawal_password_reset deferrable initially deferred
  for each row execute function require_history('withdrawalPasswordResetRequested');
alter table withdrawal_password_reset enable always trigger requested_in_history;

create constraint trigger bound_in_history after insert on bank_card deferrable initially deferred
  for each row execute function require_history('cardBound', 'cardReplacementRequested');
alter table bank_card enable always trigger bound_in_history;

create constraint trigger lifted_in_history after delete on account_freeze deferrable initially deferred
  for each row execute function require_history('accountUnfrozen', 'operatorActed');
alter table account_freeze enable always trigger lifted_in_history;
create constraint trigger own_part_lifted_in_history after update on account_freeze deferrable initially deferred
  for each row when (old.by_member and not new.by_member) execute function require_history('accountUnfrozen');
alter table account_freeze enable always trigger own_part_lifted_in_history;

-- A session begins with a sign-in, or takes the place of the one that shows its token from now on. Failed tries, which anybody can make,
-- put no sign-in out of the newest twenty.
create function is_signed_in(of_member bigint) returns boolean language sql stable as $$
  with succeeded as not materialized (
    select id, xmin as written_by from sign_in
    where member_id = of_member and result not in ('wrongPassword', 'wrongFactor', 'wrongReset')
  )
  select exists (
    select from succeeded where written_by = pg_current_xact_id()::xid and id >= left(
      coalesce((select id from succeeded order by id desc offset 19 limit 1), ''), 9))
$$;

create function require_sign_in() returns trigger language plpgsql as $$
begin
  if not is_signed_in(new.member_id)
    and not exists (
      select from session where member_id = new.member_id and ended_at is null and replaced_by = new.token_hash and created_at = new.created_at)
    and not is_erasing(new.member_id)
  then
    raise exception 'a session of member % is in no sign-in', new.member_id using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
create constraint trigger begins_with_sign_in after insert on session deferrable initially deferred
  for each row execute function require_sign_in();
alter table session enable always trigger begins_with_sign_in;
