-- Deletion of the personal part of a member's account, by the member. The row below is the request, its record and its cause at once: what
-- is personal is erased by its trigger, with the rights of these tables' owner, in the same transaction. What stays is in
-- decisions/0028-the-personal-part-can-be-deleted.md.

create table member_deletion (
  member_id bigint primary key references member (id),
  -- Wall time.
  deleted_at timestamptz not null default now(),
  -- The transaction that erases: guards of append-only tables let it through, and no other.
  transaction xid8 not null default pg_current_xact_id()
);

select ledger.append_only('member_deletion', 'a deletion is final');

-- Whether this transaction deletes the personal part of that member.
create function is_erasing(of_member bigint) returns boolean language sql stable as $$
  select exists (
    select from member_deletion where member_id = of_member and transaction = pg_current_xact_id_if_assigned()
  )
$$;

-- Whether two rows are the same beside these columns.
create function same_beside(before jsonb, after jsonb, erased text[]) returns boolean language sql immutable as $$
  select before - erased = after - erased
$$;

-- What is still open in a member's account, in the order in which it is brought to an end: balances of USDT by account, withdrawals and
-- deposits under way, a freeze. Points are no money: they stay and are nobody's to use. A deposit that was announced and never paid is
-- nothing under way.
create function open_business(of_member bigint) returns table (what text, amount bigint) language sql stable as $$
  with open_now as (
    select name as what, balance as amount
    from ledger.accounts as a join ledger.balances as b on b.member_id = a.member_id and b.account_id = a.id
    where a.member_id = of_member and a.asset = 'USDT' and b.balance <> 0
    union all
    select 'withdrawing', sum(withdrawal.amount)::bigint from withdrawal
    where member_id = of_member and state in ('requested', 'inReview', 'sent')
      and not exists (
        select from ledger.accounts as a join ledger.balances as b on b.member_id = a.member_id and b.account_id = a.id
        where a.member_id = of_member and a.name = 'withdrawing' and b.balance <> 0
      )
    having count(*) > 0
    union all
    select 'depositing', coalesce(sum(coalesce(arrived, deposit.amount)), 0)::bigint from deposit
    where member_id = of_member
      and (state = 'seen' or (state = 'requested' and requested_at > coalesce(product_now(), now()) - interval '1 hour'))
    having count(*) > 0
    union all
    select 'frozen', null from account_freeze where member_id = of_member
  )
  select what, amount from open_now
  order by array_position(array['frozen', 'plans', 'stakes', 'financing', 'depositing', 'available', 'withdrawing'], what)
$$;

-- A deleted account keeps no name, password or code, and takes none again.
alter table member
  alter column username drop not null,
  alter column password_hash drop not null,
  alter column invitation_code drop not null,
  alter column registration_proof drop not null,
  add constraint deleted_whole check (
    num_nonnulls(username, password_hash, invitation_code, registration_proof) = 4
    or (num_nonnulls(username, password_hash, invitation_code, registration_proof) = 0 and nickname = '' and real_name = '')
  );

create function guard_member() returns trigger language plpgsql as $$
begin
  if old.username is null then
    raise exception 'a deleted account stays deleted' using errcode = 'restrict_violation';
  end if;
  if new.username is null and not is_erasing(old.id) then
    raise exception 'an account is deleted by its member alone' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create trigger deleted_stays before update on member
  for each row when (old.username is null or new.username is null) execute function guard_member();
alter table member enable always trigger deleted_stays;

create function guard_invitation() returns trigger language plpgsql as $$
begin
  if old.invited_by is distinct from new.invited_by or new.invitation_code is not null or not is_erasing(old.id) then
    raise exception 'an invitation stays what it was' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

drop trigger invitation_stays on member;
create trigger invitation_stays before update of invitation_code, invited_by on member
for each row when (old.invitation_code is distinct from new.invitation_code or old.invited_by is distinct from new.invited_by)
execute function guard_invitation();
alter table member enable always trigger invitation_stays;

-- Guards of what is otherwise kept. Each lets the deletion erase what is personal, and change nothing else.
create or replace function refuse_security_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and tg_table_name in ('bank_card', 'security_act') and is_erasing(old.member_id) then
    return old;
  end if;
  raise exception 'rows of % are never changed or deleted', tg_table_name using errcode = 'restrict_violation';
end $$;

create or replace function refuse_loosening() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and is_erasing(old.member_id) then
    return old;
  end if;
  raise exception 'a protection is never deleted, and never loosened sooner than a day after it was asked for'
    using errcode = 'restrict_violation';
end $$;

create or replace function refuse_deposit_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and is_erasing(old.member_id) and new.image_id is null
    and same_beside(to_jsonb(old), to_jsonb(new), array['image_id'])
  then
    return new;
  end if;
  raise exception 'a deposit is never deleted, and never changed once it is confirmed or rejected' using errcode = 'restrict_violation';
end $$;

-- A payout to no destination in particular: one per withdrawal, so that none counts for another's.
create function erased_destination(of_member bigint, withdrawal_id text) returns bytea language sql immutable as $$
  select sha256(convert_to('erased ' || of_member || '.' || withdrawal_id, 'UTF8'))
$$;

create or replace function refuse_withdrawal_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and is_erasing(old.member_id) and new.destination = '-' and new.comment = ''
    and new.destination_hash = erased_destination(old.member_id, old.id)
    and same_beside(to_jsonb(old), to_jsonb(new), array['destination', 'destination_hash', 'comment'])
  then
    return new;
  end if;
  raise exception 'a withdrawal is never deleted, never changed once it is over, and never goes back' using errcode = 'restrict_violation';
end $$;

create or replace function guard_account_recovery() returns trigger language plpgsql as $$
begin
  if is_erasing(old.member_id) and new.request_id is null and new.password_hash is null
    and same_beside(to_jsonb(old), to_jsonb(new), array['request_id', 'password_hash', 'ended_at', 'outcome'])
    and ((old.ended_at, old.outcome) is not distinct from (new.ended_at, new.outcome)
      or (old.ended_at is null and new.outcome = 'cancelled'))
  then
    return new;
  end if;
  if old.ended_at is not null
    or (old.member_id, old.id, old.asked_at, old.request_id, old.password_hash)
      is distinct from (new.member_id, new.id, new.asked_at, new.request_id, new.password_hash)
    or (old.approved_at is not null
      and (old.approved_at, old.takes_effect_at) is distinct from (new.approved_at, new.takes_effect_at))
  then
    raise exception 'a recovery is never changed once it is over, and never goes back' using errcode = 'restrict_violation';
  end if;
  if old.approved_at is null and new.approved_at is not null
    and not is_approved('recovery', new.member_id || '.' || new.id, 2)
  then
    raise exception 'a recovery takes the approvals of two operators' using errcode = 'restrict_violation';
  end if;
  if (old.approved_at is null and new.takes_effect_at < protection_time(new.approved_at) + interval '71 hours 59 minutes')
    or (new.outcome = 'done' and old.takes_effect_at > protection_time(new.ended_at))
  then
    raise exception 'a recovery waits for three days' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

-- What members who deleted their accounts sent to a destination within the last day still counts for its sum.
alter table withdrawal_destination
  add column erased_amount bigint not null default 0 check (erased_amount >= 0),
  -- Product time.
  add column erased_until timestamptz;

create or replace function decide_withdrawal_approvals() returns trigger language plpgsql as $$
declare
  day_start timestamptz := new.requested_at - interval '24 hours';
  of_member record;
  to_destination numeric;
begin
  insert into withdrawal_destination as known (hash, last_requested_at) values (new.destination_hash, new.requested_at)
    on conflict (hash) do update set last_requested_at = greatest(known.last_requested_at, excluded.last_requested_at);
  select coalesce(sum(amount), 0) as amount, count(*) as count,
      count(distinct destination_hash) filter (where destination_hash <> new.destination_hash) as other_destinations
    into of_member
    from withdrawal
    where member_id = new.member_id and requested_at > day_start and state not in ('refused', 'cancelled');
  select coalesce(sum(amount), 0) into to_destination
    from (
      select amount from withdrawal
      where destination_hash = new.destination_hash and requested_at > day_start and state not in ('refused', 'cancelled')
      union all
      select erased_amount from withdrawal_destination
      where hash = new.destination_hash and erased_until > new.requested_at
    ) as sent;
  new.approvals_needed := case
    when of_member.amount + new.amount > 10000000000 or to_destination + new.amount > 10000000000
      or of_member.count >= 20 or of_member.other_destinations >= 5 then 2
    else 0 end;
  return new;
end $$;

create function erase_destinations(of_member bigint) returns void language plpgsql as $$
declare
  at timestamptz := coalesce(product_now(), now());
  hashes bytea[] := array(select distinct destination_hash from withdrawal where member_id = of_member);
begin
  update withdrawal_destination as known
  set erased_amount = case when known.erased_until > at then known.erased_amount else 0 end + sent.amount,
    erased_until = greatest(known.erased_until, sent.until)
  from (
    select destination_hash, sum(amount)::bigint as amount, max(requested_at) + interval '24 hours' as until
    from withdrawal
    where member_id = of_member and state not in ('refused', 'cancelled') and requested_at > at - interval '24 hours'
    group by destination_hash
  ) as sent
  where known.hash = sent.destination_hash;
  update withdrawal set destination = '-', destination_hash = erased_destination(member_id, id), comment = ''
  where member_id = of_member;
  delete from withdrawal_destination as known
  where hash = any(hashes) and (erased_until is null or erased_until <= at)
    and not exists (select from withdrawal where destination_hash = known.hash);
end $$;

-- Erases rows and columns. Repeatable: the second time nothing is left.
create function erase_personal_rows(of_member bigint) returns void language plpgsql as $$
begin
  delete from support_message where member_id = of_member;
  delete from support_conversation where member_id = of_member;
  delete from support_chat where member_id = of_member;
  update deposit set image_id = null where member_id = of_member and image_id is not null;
  delete from image_upload where member_id = of_member;
  delete from image where member_id = of_member;
  delete from push_device where member_id = of_member;
  delete from session where member_id = of_member;
  delete from sign_in where member_id = of_member;
  delete from security_act where member_id = of_member;
  delete from authenticator where member_id = of_member;
  delete from passkey where member_id = of_member;
  delete from passkey_challenge where purpose = 'member ' || of_member;
  delete from bank_card where member_id = of_member;
  delete from withdrawal_password_reset where member_id = of_member;
  delete from withdrawal_password where member_id = of_member;
  delete from password_request where member_id = of_member;
  update account_recovery set request_id = null, password_hash = null,
      ended_at = coalesce(ended_at, now()), outcome = coalesce(outcome, 'cancelled')
    where member_id = of_member and (ended_at is null or request_id is not null);
  delete from notification_read where member_id = of_member;
  delete from notification_read_through where member_id = of_member;
  delete from notification_setting where member_id = of_member;
  delete from notice_read where member_id = of_member;
  delete from notice_read_through where member_id = of_member;
  delete from loss_limit where member_id = of_member;
  delete from self_exclusion where member_id = of_member;
  delete from member_guard where member_id = of_member;
end $$;

-- The money first, in the order in which every movement locks it: nothing is placed, paid or withdrawn from here to the end.
create function begin_deletion() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  new.deleted_at := now();
  new.transaction := pg_current_xact_id();
  perform ledger.lock_accounts(array(select id from ledger.accounts where member_id = new.member_id));
  if not exists (select from member where id = new.member_id and username is not null) then
    return null;
  end if;
  if exists (select from open_business(new.member_id)) then
    raise exception 'something is still open in the account of member %', new.member_id using errcode = 'AO001';
  end if;
  return new;
end $$;

create function erase_member() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  -- Before the lock of the member's row: a transaction that holds one of these rows and waits for the member's would deadlock otherwise.
  perform erase_personal_rows(new.member_id);
  -- Waits for every row under way that `refuse_for_deleted` let pass; those that come later find the account deleted.
  perform from member where id = new.member_id for update;
  perform erase_personal_rows(new.member_id);
  perform erase_destinations(new.member_id);
  update member set username = null, password_hash = null, invitation_code = null, registration_proof = null,
    nickname = '', real_name = '', locale = 'en', time_zone = 'UTC'
  where id = new.member_id;
  return null;
end $$;

create trigger deletion_of_closed_account before insert on member_deletion
  for each row execute function begin_deletion();
create trigger deletion_erases after insert on member_deletion
  for each row execute function erase_member();
alter table member_deletion enable always trigger deletion_of_closed_account;
alter table member_deletion enable always trigger deletion_erases;

-- Calls that were under way write nothing personal after the deletion.
create function refuse_for_deleted() returns trigger language plpgsql as $$
begin
  perform from member where id = new.member_id for key share;
  if exists (select from member_deletion where member_id = new.member_id) then
    raise exception 'the account of member % is deleted', new.member_id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

do $$
declare
  personal text;
begin
  foreach personal in array array['session', 'sign_in', 'image', 'image_upload', 'support_chat', 'push_device', 'security_act',
    'authenticator', 'passkey', 'bank_card', 'withdrawal_password', 'password_request', 'account_freeze', 'account_recovery',
    'member_guard', 'notification_read', 'notification_read_through', 'notification_setting', 'notice_read', 'notice_read_through']
  loop
    execute format('create trigger not_for_deleted before insert on %I for each row execute function refuse_for_deleted()', personal);
  end loop;
end $$;
