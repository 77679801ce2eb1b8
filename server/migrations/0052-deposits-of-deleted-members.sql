-- A deposit that was announced and never came ends with the account: what the rail would confirm later would be nobody's to withdraw. A
-- transfer on a chain has a deposit of its own, whenever it arrives.

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
  update deposit set state = 'rejected' where member_id = new.member_id and state = 'requested' and transfer is null;
  perform erase_personal_rows(new.member_id);
  perform erase_destinations(new.member_id);
  update member set username = null, password_hash = null, invitation_code = null, registration_proof = null,
    nickname = '', real_name = '', locale = 'en', time_zone = 'UTC'
  where id = new.member_id;
  return null;
end $$;

-- Those of accounts that were deleted before this.
update deposit set state = 'rejected'
where state = 'requested' and transfer is null and exists (select from member_deletion as d where d.member_id = deposit.member_id);
