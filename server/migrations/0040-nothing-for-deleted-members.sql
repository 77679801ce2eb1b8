-- Calls that were under way give a deleted account nothing, and what came in time is open business. The log of operators and what they decide
-- is guarded in every replication role, as the books are.

create trigger not_for_deleted before insert on draw for each row execute function refuse_for_deleted();
create trigger not_for_deleted before insert on draw_client_seed for each row execute function refuse_for_deleted();
create trigger not_for_deleted before insert on check_in for each row execute function refuse_for_deleted();
create trigger not_for_deleted before insert on task_collected for each row execute function refuse_for_deleted();
create trigger not_for_deleted before insert on member_act for each row execute function refuse_for_deleted();
create trigger not_for_deleted before insert on donation for each row execute function refuse_for_deleted();
-- A transfer that arrives on a chain belongs to its address all the same.
create trigger not_for_deleted before insert on deposit
  for each row when (new.transfer is null) execute function refuse_for_deleted();

create or replace function erase_member() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  -- Before the lock of the member's row: a transaction that holds one of these rows and waits for the member's would deadlock otherwise.
  perform erase_personal_rows(new.member_id);
  -- Waits for every row under way that `refuse_for_deleted` let pass; those that come later find the account deleted.
  perform from member where id = new.member_id for update;
  -- A deposit or a freeze among them is open business.
  if exists (select from open_business(new.member_id)) then
    raise exception 'something is still open in the account of member %', new.member_id using errcode = 'AO001';
  end if;
  perform erase_personal_rows(new.member_id);
  perform erase_destinations(new.member_id);
  update member set username = null, password_hash = null, invitation_code = null, registration_proof = null,
    nickname = '', real_name = '', locale = 'en', time_zone = 'UTC'
  where id = new.member_id;
  return null;
end $$;

alter table operator enable always trigger operator_stays;
alter table operator_act enable always trigger operator_act_by_operator;
alter table operator_act enable always trigger operator_act_append_only;
alter table operator_act enable always trigger operator_act_not_truncated;
alter table operator_act_chain enable always trigger operator_act_chain_append_only;
alter table operator_act_chain enable always trigger operator_act_chain_not_truncated;
alter table operator_act_chain enable always trigger operator_act_chain_in_order;
alter table approval enable always trigger approval_append_only;
alter table approval_decision enable always trigger approval_decision_append_only;
alter table approval_decision enable always trigger approval_decision_while_open;
alter table approval_decision enable always trigger approval_decision_by_operator;
