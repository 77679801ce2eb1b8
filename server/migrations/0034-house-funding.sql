-- Postings from the sponsor to a fund of the house, as two operators decided; and requests of operators that are known by their own keys.

create table funding_request (
  id text primary key,
  account text not null check (account in ('yield', 'rounds', 'prizes')),
  -- Micro-USDT.
  amount bigint not null check (amount between 1 and 1000000000000000),
  reason text not null check (length(reason) between 3 and 200 and reason !~ '[[:cntrl:]]'),
  asked_by text collate "C" not null references operator (name),
  asked_at timestamptz not null default now(),
  -- Of the call that asked for it: its repetition is the same request. Null where nothing repeats it.
  request_key text check (length(request_key) between 8 and 128),
  unique (asked_by, request_key)
);

create index funding_request_by_time on funding_request (asked_at desc, id desc);

select ledger.append_only('funding_request', 'a request for a funding stays what it is');

-- Written with the posting.
create table funding (
  request_id text primary key references funding_request,
  transfer_id bigint not null unique,
  -- Product time.
  funded_at timestamptz not null
);

select ledger.append_only('funding', 'a funding is never changed');

create function guard_funding() returns trigger language plpgsql as $$
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
  if not exists (
    select from ledger.postings
    where member_id = -1 and transfer_id = new.transfer_id and from_account = -30 and amount = asked.amount
      and to_account = case asked.account when 'yield' then -28 when 'prizes' then -27 when 'rounds' then -25 end
  ) then
    raise exception 'this funding is not what was posted' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create trigger funding_approved before insert on funding for each row execute function guard_funding();
alter table funding enable always trigger funding_approved;

alter table disbursement_request
  add column request_key text check (length(request_key) between 8 and 128),
  add unique (asked_by, request_key);
