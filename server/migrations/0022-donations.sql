-- Donations of assistance points. The points are moved by the ledger.

create table donation (
  member_id bigint not null,
  -- Starts with the time, so that the primary key is also the order of a member's donations.
  id text not null,
  points integer not null check (points > 0),
  -- How the public list names the donor.
  name text not null check (name in ('masked', 'hidden')),
  -- Product time.
  donated_at timestamptz not null,
  primary key (member_id, id)
);

create index donation_by_time on donation (donated_at desc, id desc);

select ledger.append_only('donation', 'donations are never changed');

-- What the charity's money is for. Texts by language of the giving pages: { "en": { "name", "about" }, "zh", "tc", "jp" }.
create table charity_cause (
  id text primary key check (id ~ '^[a-z][a-z0-9-]{1,39}$'),
  texts jsonb not null check (texts ?& array['en', 'zh', 'tc', 'jp']),
  named_by text collate "C" not null check (named_by ~ '^[a-z][a-z0-9._-]{1,39}$'),
  named_at timestamptz not null default now()
);

select ledger.append_only('charity_cause', 'a cause stays what it is');

-- What two operators decide on. It lapses a day after it was asked for.
create table disbursement_request (
  id text primary key,
  cause_id text not null references charity_cause,
  asset text not null check (asset in ('USDT', 'PTS')),
  amount bigint not null check (amount > 0),
  -- What it was spent on, as it is published.
  receipt text not null check (length(receipt) between 3 and 500 and receipt !~ '[[:cntrl:]]'),
  asked_by text collate "C" not null check (asked_by ~ '^[a-z][a-z0-9._-]{1,39}$'),
  asked_at timestamptz not null default now()
);

create index disbursement_request_of_cause on disbursement_request (cause_id, asked_at);

select ledger.append_only('disbursement_request', 'a request for a disbursement stays what it is');

-- Written with the transfer to what the charity has spent.
create table disbursement (
  request_id text primary key references disbursement_request,
  -- Product time.
  disbursed_at timestamptz not null
);

create index disbursement_by_time on disbursement (disbursed_at desc, request_id desc);

select ledger.append_only('disbursement', 'a disbursement is never changed');

create function guard_disbursement() returns trigger language plpgsql as $$
begin
  if not is_approved('disbursement', '0.' || new.request_id, 2) then
    raise exception 'a disbursement takes the approvals of two operators' using errcode = 'restrict_violation';
  end if;
  if not exists (
    select from disbursement_request where id = new.request_id and now() < asked_at + interval '1 day'
  ) then
    raise exception 'this disbursement was asked for more than a day ago' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create trigger disbursement_approved before insert on disbursement
  for each row execute function guard_disbursement();
alter table disbursement enable always trigger disbursement_approved;

-- Received is unspent and disbursed together, always: what the charity holds (accounts -24 and -23) only ever goes to what it has
-- spent (-18 and -17), which takes from nowhere else and stays.
alter table ledger.postings
  add constraint charity_only_spends check (from_account not in (-24, -23) or to_account = from_account + 6),
  add constraint spent_by_charity check (to_account not in (-18, -17) or from_account = to_account - 6),
  add constraint spent_stays check (from_account not in (-18, -17));

-- What was spent is what the disbursements are together, in each asset, at every commit.
create function hold_disbursed_to_spent() returns trigger language plpgsql as $$
declare
  spent bigint;
  disbursed bigint;
begin
  for spent, disbursed in
    select b.balance, coalesce(sum(r.amount), 0)::bigint
    from ledger.balances as b
    join ledger.accounts as a on a.member_id = b.member_id and a.id = b.account_id
    left join (disbursement as d join disbursement_request as r on r.id = d.request_id) on r.asset = a.asset
    where b.member_id = -1 and b.account_id in (-18, -17)
    group by b.account_id, b.balance
  loop
    if spent <> disbursed then
      raise exception 'the charity has spent %, its disbursements are %', spent, disbursed using errcode = 'restrict_violation';
    end if;
  end loop;
  return null;
end $$;

create constraint trigger disbursed_is_spent after insert on disbursement
  deferrable initially deferred for each row execute function hold_disbursed_to_spent();
create constraint trigger spent_is_disbursed after update on ledger.balances
  deferrable initially deferred for each row when (new.account_id in (-18, -17)) execute function hold_disbursed_to_spent();
alter table disbursement enable always trigger disbursed_is_spent;
alter table ledger.balances enable always trigger spent_is_disbursed;
