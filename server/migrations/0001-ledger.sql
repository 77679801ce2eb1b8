-- The ledger. The application decides transfers and writes postings; the database derives every balance from them and refuses
-- rows that do not add up, regardless of the writer.
--
-- Members have ids above zero; the house has one owner per shard, -1 to -8. An account's number is owner * 32 + slot, so that
-- its owner is number >> 5. Rows carry member_id, their owner.
create schema ledger;

create table ledger.accounts (
  member_id bigint not null,
  id bigint not null,
  name text not null,
  asset text not null check (asset in ('USDT', 'PTS')),
  may_be_negative boolean not null default false,
  opened_at timestamptz not null default now(),
  primary key (member_id, id),
  unique (member_id, name),
  check (member_id <> 0 and member_id = id >> 5),
  check (not may_be_negative or member_id < 0)
);

-- Separate from the accounts because these rows change all the time: a fill factor of 50 % keeps updates on the same page.
create table ledger.balances (
  member_id bigint not null,
  account_id bigint not null,
  balance bigint not null default 0,
  may_be_negative boolean not null default false,
  primary key (member_id, account_id),
  foreign key (member_id, account_id) references ledger.accounts (member_id, id),
  constraint balance_not_negative check (may_be_negative or balance >= 0),
  check (not may_be_negative or member_id < 0)
) with (fillfactor = 50);

-- Each batch takes one step and numbers its transfers from there, so that ids grow along the history of every account.
create sequence ledger.transfer_ids increment by 1024 minvalue 1024;

create table ledger.transfers (
  id bigint primary key,
  idempotency_key varchar(160) collate "C" not null,
  input_hash bytea not null check (length(input_hash) = 32),
  kind varchar(40) not null,
  reference varchar(160) not null,
  posting_count smallint not null check (posting_count > 0),
  -- Product time, which a demonstration may run faster than the wall clock.
  at timestamptz not null,
  recorded_at timestamptz not null default now(),
  constraint transfer_key_once unique (idempotency_key)
);

-- One row debits one account and credits another with the same amount, so no row can be out of balance.
create table ledger.postings (
  -- The member concerned, or the debited house owner when there is none: members never pay each other.
  member_id bigint not null,
  transfer_id bigint not null,
  place smallint not null,
  from_account bigint not null,
  to_account bigint not null,
  amount bigint not null check (amount > 0),
  from_balance_after bigint not null,
  to_balance_after bigint not null,
  primary key (member_id, transfer_id, place),
  constraint no_self_transfer check (from_account <> to_account),
  constraint one_member check (
    (from_account < 0 or from_account >> 5 = member_id)
    and (to_account < 0 or to_account >> 5 = member_id)
    and (member_id > 0 or (to_account < 0 and from_account >> 5 = member_id))
  )
);

-- One first posting per transfer. Ids grow, so inserts go to the right edge of the index.
create unique index posting_first on ledger.postings (transfer_id) where place = 0;

-- Refuses postings that are not all those of their transfers, or whose running balances do not follow from the balance
-- before them; then moves the balances on. What was added is taken into arrays first: a distributed PostgreSQL joins no
-- transition table with a table of its own.
create function ledger.apply_postings() returns trigger language plpgsql as $$
declare
  transfer_ids bigint[];
  places smallint[];
  sources bigint[];
  targets bigint[];
  amounts bigint[];
  source_afters bigint[];
  target_afters bigint[];
  touched bigint;
  moved bigint;
begin
  select array_agg(transfer_id), array_agg(place), array_agg(from_account), array_agg(to_account), array_agg(amount),
    array_agg(from_balance_after), array_agg(to_balance_after)
  into transfer_ids, places, sources, targets, amounts, source_afters, target_afters
  from (select * from added order by transfer_id, place) as ordered;
  if exists (
    select from (
      select transfer_id, 1 as added_count, (place = 0)::int as first_count, 0 as posting_count
      from unnest(transfer_ids, places) as p (transfer_id, place)
      union all
      -- The transfers of this very transaction: nothing is added to an older one.
      select id, 0, 0, posting_count from ledger.transfers
      where id between transfer_ids[1] and transfer_ids[cardinality(transfer_ids)] and recorded_at = now()
    ) as counts
    group by transfer_id
    having sum(added_count) <> sum(posting_count) or sum(first_count) <> 1
  ) then
    raise exception 'the postings are not those of their transfers' using errcode = 'integrity_constraint_violation';
  end if;
  with entries as (
    select account_id, after + amount as before, after, number
    from unnest(sources, amounts, source_afters) with ordinality as giving (account_id, amount, after, number)
    union all
    select account_id, after - amount, after, number
    from unnest(targets, amounts, target_afters) with ordinality as taking (account_id, amount, after, number)
  ), histories as (
    select account_id, array_agg(before order by number) as befores, array_agg(after order by number) as afters
    from entries
    group by account_id
  ), changes as materialized (
    -- Each balance before is the balance after the posting before it.
    select account_id, befores[1] as opening, afters[cardinality(afters)] as closing,
      befores[2:] = afters[:cardinality(afters) - 1] as chained
    from histories
  ), changed as (
    update ledger.balances as b set balance = c.closing
    from changes as c
    where b.member_id = c.account_id >> 5 and b.account_id = c.account_id and b.balance = c.opening and c.chained
    returning 1
  )
  select (select count(*) from changes), (select count(*) from changed) into touched, moved;
  if touched <> moved then
    raise exception 'the postings do not follow from the balances' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;

create trigger apply_postings after insert on ledger.postings
referencing new table as added for each statement execute function ledger.apply_postings();
alter table ledger.postings enable always trigger apply_postings;

-- A transfer and its postings are written in one statement, once: refuses transfers without a first posting. The check on
-- postings has counted the others.
create function ledger.require_postings() returns trigger language plpgsql as $$
declare
  first_id bigint;
  last_id bigint;
begin
  select min(id), max(id) into first_id, last_id from written;
  -- Counted rather than joined: every older transfer has its first posting, and the two scans are short.
  if (select count(*) from ledger.transfers where id between first_id and last_id)
    <> (select count(*) from ledger.postings where place = 0 and transfer_id between first_id and last_id) then
    raise exception 'a transfer is written with its postings, in one statement' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;

create trigger require_postings after insert on ledger.transfers
referencing new table as written for each statement execute function ledger.require_postings();
alter table ledger.transfers enable always trigger require_postings;

create function ledger.refuse() returns trigger language plpgsql as $$
begin
  raise exception '% of %.% is refused: %', lower(tg_op), tg_table_schema, tg_table_name, tg_argv[0]
    using errcode = 'insufficient_privilege';
end $$;

-- Makes the table append-only, for its owner too and under any session_replication_role.
create function ledger.append_only(guarded regclass, reason text) returns void language plpgsql as $$
declare
  event text;
begin
  -- TRUNCATE has its own trigger: a distributed PostgreSQL silently drops one that combines it with other events.
  foreach event in array array['update or delete', 'truncate'] loop
    execute format('create trigger append_only_%s before %s on %s for each statement execute function ledger.refuse(%L)',
      split_part(event, ' ', 1), event, guarded, reason);
    execute format('alter table %s enable always trigger append_only_%s', guarded, split_part(event, ' ', 1));
  end loop;
end $$;

select ledger.append_only('ledger.transfers', 'history is append-only');
select ledger.append_only('ledger.postings', 'history is append-only');

create trigger only_by_postings before update or delete on ledger.balances
for each statement when (pg_trigger_depth() = 0) execute function ledger.refuse('only a posting changes a balance');
create trigger never_truncated before truncate on ledger.balances
for each statement when (pg_trigger_depth() = 0) execute function ledger.refuse('only a posting changes a balance');
create trigger opened_empty before insert on ledger.balances
for each row when (new.balance <> 0) execute function ledger.refuse('an account opens empty');
create trigger never_renamed before update or delete on ledger.accounts
for each statement execute function ledger.refuse('an account stays what it is');
create trigger never_truncated before truncate on ledger.accounts
for each statement execute function ledger.refuse('an account stays what it is');
alter table ledger.balances enable always trigger only_by_postings;
alter table ledger.balances enable always trigger never_truncated;
alter table ledger.balances enable always trigger opened_empty;
alter table ledger.accounts enable always trigger never_renamed;
alter table ledger.accounts enable always trigger never_truncated;

revoke update, delete, truncate on ledger.transfers, ledger.postings from public, current_user;

-- Opens a member's accounts, in the transaction that registers the member. They never change afterwards.
create function ledger.open_member(new_member_id bigint) returns void language sql as $$
  insert into ledger.accounts (member_id, id, name, asset)
  select new_member_id, new_member_id * 32 + slot, name, asset
  from (values
    (0, 'available', 'USDT'), (1, 'plans', 'USDT'), (2, 'financing', 'USDT'), (3, 'stakes', 'USDT'),
    (4, 'withdrawing', 'USDT'), (5, 'assistance', 'PTS'), (6, 'promotion', 'PTS')
  ) as account (slot, name, asset)
  where new_member_id > 0
  on conflict do nothing;
  insert into ledger.balances (member_id, account_id)
  select member_id, id from ledger.accounts where member_id = new_member_id
  on conflict do nothing;
$$;

-- Locks accounts until the end of the transaction, in ascending order like every batch of transfers. Raises an error when one of them
-- does not exist.
create function ledger.lock_accounts(accounts bigint[]) returns void language plpgsql
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
as $$
declare
  missing bigint;
begin
  with wanted as materialized (
    select distinct account from unnest(accounts) as named (account)
  ), locked as (
    select 1
    from wanted join ledger.balances as b on b.member_id = wanted.account >> 5 and b.account_id = wanted.account
    order by b.account_id
    for no key update of b
  )
  select (select count(*) from wanted) - (select count(*) from locked) into missing;
  if missing > 0 then
    raise exception '% of these accounts were never opened', missing using errcode = 'foreign_key_violation';
  end if;
end $$;

-- Fails the transaction unless a caller's statement wrote exactly the expected number of rows.
create function ledger.expect_rows(expected bigint, written bigint, statement text) returns void language plpgsql as $$
begin
  if expected <> written then
    raise exception '% wrote % of % rows', statement, written, expected using errcode = 'LG001';
  end if;
end $$;

insert into ledger.accounts (member_id, id, name, asset, may_be_negative)
select -1 - shard, (-1 - shard) * 32 + slot, name, asset, may_be_negative
from (values
  (0, 'rail', 'USDT', true, 7), (1, 'market', 'USDT', true, 7), (2, 'sponsor', 'USDT', true, 7),
  (3, 'sponsorPoints', 'PTS', true, 7), (4, 'yield', 'USDT', false, 0), (5, 'prizes', 'USDT', false, 0),
  (6, 'prizePoints', 'PTS', false, 0), (7, 'rounds', 'USDT', false, 0), (8, 'charity', 'USDT', false, 0),
  (9, 'charityPoints', 'PTS', false, 0), (10, 'fees', 'USDT', false, 0),
  -- Interest promised to running holdings: already taken from the yield account, not yet the members'.
  (11, 'yieldReserved', 'USDT', false, 0),
  -- What running orders may win: already taken from the rounds account.
  (12, 'roundsReserved', 'USDT', false, 0),
  -- What the charity has disbursed.
  (14, 'charitySpent', 'USDT', false, 0), (15, 'charityPointsSpent', 'PTS', false, 0)
) as account (slot, name, asset, may_be_negative, last_shard), generate_series(0, last_shard) as shard;

insert into ledger.balances (member_id, account_id, may_be_negative)
select member_id, id, may_be_negative from ledger.accounts where member_id < 0;

-- numeric, because a sum of shards may exceed bigint.
create view ledger.house_balances as
select a.name, a.asset, sum(b.balance) as balance
from ledger.accounts as a join ledger.balances as b on b.member_id = a.member_id and b.account_id = a.id
where a.member_id < 0
group by a.name, a.asset;

-- Sum of all balances of each asset: always 0.
create view ledger.trial_balance as
select a.asset, sum(b.balance)::numeric as balance, count(*) as account_count
from ledger.accounts as a join ledger.balances as b on b.member_id = a.member_id and b.account_id = a.id
group by a.asset;

-- Accounts whose balance is not the sum of their postings: always empty.
create view ledger.balance_differences as
select b.member_id, b.account_id, b.balance, coalesce(p.posted, 0)::numeric as posted
from ledger.balances as b
full join (
  select account_id, sum(change) as posted
  from (
    select to_account as account_id, amount as change from ledger.postings
    union all
    select from_account, -amount from ledger.postings
  ) as entries
  group by account_id
) as p using (account_id)
where b.balance is distinct from coalesce(p.posted, 0);

-- Transfers with missing postings, and postings without a transfer: always empty.
create view ledger.torn_transfers as
select coalesce(t.id, p.transfer_id) as transfer_id, t.posting_count, p.found_count
from ledger.transfers as t
full join (select transfer_id, count(*) as found_count from ledger.postings group by transfer_id) as p on p.transfer_id = t.id
where t.posting_count is distinct from p.found_count;

-- Sum of balances as bigint, or an error on overflow: several times faster over millions of rows than sum(), which counts in numeric.
create aggregate ledger.total(bigint) (
  sfunc = int8pl, stype = bigint, initcond = '0', combinefunc = int8pl, parallel = safe
);
