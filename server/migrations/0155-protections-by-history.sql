-- What a member is protected by, who money out must be paid to, and who gets a member's notices changes with an entry of the member's history,
-- as what opens an account does (0151): phones hold the rows against it.

create constraint trigger limit_in_history after insert or update on loss_limit deferrable initially deferred
  for each row execute function require_history('lossLimitSet', 'lossLimitLoosened', 'lossLimitKept');
alter table loss_limit enable always trigger limit_in_history;

create constraint trigger exclusion_in_history after insert or update on self_exclusion deferrable initially deferred
  for each row execute function require_history('selfExcluded', 'exclusionLifted', 'exclusionKept');
alter table self_exclusion enable always trigger exclusion_in_history;

create constraint trigger real_name_in_history after update on member deferrable initially deferred
  for each row when (old.real_name <> new.real_name) execute function require_history('realNameChanged', 'cardBound');
alter table member enable always trigger real_name_in_history;

create constraint trigger push_device_in_history after insert on push_device deferrable initially deferred
  for each row execute function require_history('pushDeviceAdded');
alter table push_device enable always trigger push_device_in_history;
create constraint trigger changed_push_device_in_history after update on push_device deferrable initially deferred
  for each row when ((old.member_id, old.endpoint, old.p256dh, old.auth) is distinct from (new.member_id, new.endpoint, new.p256dh, new.auth))
  execute function require_history('pushDeviceAdded');
alter table push_device enable always trigger changed_push_device_in_history;

-- Whoever is not in this table is asked for no limit and no exclusion.
create trigger guard_never_changed before update or delete on member_guard for each row execute function refuse_loosening();
alter table member_guard enable always trigger guard_never_changed;
