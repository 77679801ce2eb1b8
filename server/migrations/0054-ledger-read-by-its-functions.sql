-- What other subjects' guards ask the ledger: its own functions answer, so that its tables and the numbers of its accounts stay its own.

-- The number of a house account that is not split. Raises an error for another name: a guard must not pass because its account is none.
create function ledger.house_account(account text) returns bigint language plpgsql stable as $$
declare
  found_id bigint;
begin
  select id into strict found_id from ledger.accounts
  where member_id = -1 and name = account and not may_be_negative;
  return found_id;
end $$;

create function ledger.house_balance(account text) returns bigint language sql stable as $$
  select balance from ledger.balances where member_id = -1 and account_id = ledger.house_account(account)
$$;

-- Every account of a member.
create function ledger.member_balances(member bigint) returns table (name text, asset text, balance bigint)
language sql stable as $$
  select a.name, a.asset, b.balance
  from ledger.accounts as a join ledger.balances as b on b.member_id = a.member_id and b.account_id = a.id
  where a.member_id = member
$$;

create function ledger.lock_member(member bigint) returns void language sql as $$
  select ledger.lock_accounts(array(select id from ledger.accounts where member_id = member))
$$;

-- Whether a transfer inside the house moved exactly this amount from the sponsor to an account.
create function ledger.is_funded(transfer bigint, account text, funded bigint) returns boolean language sql stable as $$
  select exists (
    select from ledger.postings
    where member_id = -1 and transfer_id = transfer and to_account = ledger.house_account(account) and amount = funded
      and from_account = (select id from ledger.accounts where member_id = -1 and name = 'sponsor')
  )
$$;

create or replace function hold_disbursed_to_spent() returns trigger language plpgsql as $$
declare
  spent bigint;
  disbursed bigint;
begin
  for spent, disbursed in
    select ledger.house_balance(account), (
      select coalesce(sum(r.amount), 0)::bigint
      from disbursement as d join disbursement_request as r on r.id = d.request_id where r.asset = charity.asset)
    from (values ('charitySpent', 'USDT'), ('charityPointsSpent', 'PTS')) as charity (account, asset)
  loop
    if spent <> disbursed then
      raise exception 'the charity has spent %, its disbursements are %', spent, disbursed using errcode = 'restrict_violation';
    end if;
  end loop;
  return null;
end $$;

-- Locks what every draw of the day debits first: a draw either is recorded before its seed is out, or finds it.
create or replace function guard_draw_reveal() returns trigger language plpgsql as $$
begin
  perform ledger.lock_accounts(array[ledger.house_account('prizes')]);
  new.revealed_at := coalesce(product_now(), new.revealed_at);
  if new.revealed_at < to_timestamp((new.day + 1) * 86400::bigint)
    or encode(sha256(decode(new.seed, 'hex')), 'hex') is distinct from
      (select draw_commitment from fairness_day as f where f.day = new.day)
  then
    raise exception 'the seed of day % is not revealed like this', new.day using errcode = 'check_violation';
  end if;
  return new;
end $$;

create or replace function guard_funding() returns trigger language plpgsql as $$
declare
  asked funding_request;
begin
  select * into asked from funding_request where id = new.request_id;
  if not is_approved('funding', '0.' || new.request_id, 2) then
    raise exception 'a funding takes the approvals of two operators' using errcode = 'restrict_violation';
  end if;
  if now() >= asked.asked_at + interval '1 day' then
    raise exception 'this funding was asked for more than a day ago' using errcode = 'restrict_violation';
  end if;
  if not ledger.is_funded(new.transfer_id, asked.account, asked.amount) then
    raise exception 'this funding is not what was posted' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create or replace function begin_deletion() returns trigger language plpgsql
security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  new.deleted_at := now();
  new.transaction := pg_current_xact_id();
  perform ledger.lock_member(new.member_id);
  if not exists (select from member where id = new.member_id and username is not null) then
    return null;
  end if;
  if exists (select from open_business(new.member_id)) then
    raise exception 'something is still open in the account of member %', new.member_id using errcode = 'AO001';
  end if;
  return new;
end $$;

create or replace function open_business(of_member bigint) returns table (what text, amount bigint) language sql stable as $$
  with held as (
    select name as what, balance as amount from ledger.member_balances(of_member) where asset = 'USDT' and balance <> 0
  ), open_now as (
    select what, amount from held
    union all
    select 'withdrawing', sum(withdrawal.amount)::bigint from withdrawal
    where member_id = of_member and state in ('requested', 'inReview', 'sent')
      and not exists (select from held where held.what = 'withdrawing')
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
