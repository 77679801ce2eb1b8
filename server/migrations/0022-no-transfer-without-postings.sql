-- A transfer and its postings are written in one statement, once. The check on postings compared those that came with the transfers
-- they name; a transfer that none of them names, and a second set of postings in the same transaction, were found by a view only.

-- A transfer begins once. Ids grow, so this grows at its right edge alone.
create unique index posting_first on ledger.postings (transfer_id) where place = 0;

-- Refuses transfers without a first posting; the check on postings has counted the others.
create function ledger.require_postings() returns trigger language plpgsql as $$
begin
  -- Counted rather than joined: every older transfer has its first posting, and the two scans are short.
  perform from (select min(id) as first_id, max(id) as last_id from written) as range
  where (select count(*) from ledger.transfers where id between first_id and last_id)
    <> (select count(*) from ledger.postings where place = 0 and transfer_id between first_id and last_id);
  if found then
    raise exception 'a transfer is written with its postings, in one statement' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;

create trigger require_postings after insert on ledger.transfers
referencing new table as written for each statement execute function ledger.require_postings();
alter table ledger.transfers enable always trigger require_postings;

-- As of 0001, and each transfer's postings come with its first one.
create or replace function ledger.apply_postings() returns trigger language plpgsql as $$
declare
  first_id bigint;
  last_id bigint;
  touched bigint;
  moved bigint;
begin
  select min(transfer_id), max(transfer_id) into first_id, last_id from added;
  if exists (
    select from (
      select transfer_id, 1 as posting_count, (place = 0)::int as first_count, 0 as move_count from added
      union all
      -- The transfers of this very transaction: nothing is added to an older one.
      select id, 0, 0, move_count from ledger.transfers where id between first_id and last_id and recorded_at = now()
    ) as counts
    group by transfer_id
    having sum(posting_count) <> sum(move_count) or sum(first_count) <> 1
  ) then
    raise exception 'the postings are not the moves of their transfers' using errcode = 'integrity_constraint_violation';
  end if;
  with steps as (
    select account_id, change, after, lag(after) over (partition by account_id order by transfer_id, place) as before
    from (
      select from_account as account_id, transfer_id, place, -amount as change, from_balance_after as after from added
      union all
      select to_account, transfer_id, place, amount, to_balance_after from added
    ) as entries
  ), changes as materialized (
    select account_id, sum(change)::bigint as change, min(after - change) filter (where before is null) as opening,
      bool_and(before is null or before + change = after) as chained
    from steps
    group by account_id
  ), changed as (
    update ledger.balances as b set balance = b.balance + c.change
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

-- As of 0013, in one statement.
create or replace function ledger.write_transfers(
  kind text, at timestamptz,
  keys text[], input_hashes bytea[], refs text[], move_counts smallint[],
  numbers integer[], places smallint[], owners bigint[], sources bigint[], targets bigint[], amounts bigint[],
  source_afters bigint[], target_afters bigint[]
) returns void language plpgsql
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
as $$
declare
  first_id bigint;
begin
  if cardinality(keys) > 1024 then
    raise exception 'a set has at most 1024 transfers, not %', cardinality(keys) using errcode = 'program_limit_exceeded';
  end if;
  if cardinality(numbers) <> (select sum(move_count) from unnest(move_counts) as m (move_count)) then
    raise exception 'the moves are not those of the transfers' using errcode = 'integrity_constraint_violation';
  end if;
  first_id := nextval('ledger.transfer_ids');
  with written as (
    insert into ledger.transfers (id, idempotency_key, input_hash, kind, reference, move_count, at)
    select first_id + t.number - 1, t.key, t.input_hash, write_transfers.kind, t.ref, t.move_count, write_transfers.at
    from unnest(keys, input_hashes, refs, move_counts) with ordinality as t (key, input_hash, ref, move_count, number)
  )
  insert into ledger.postings
    (member_id, transfer_id, place, from_account, to_account, amount, from_balance_after, to_balance_after)
  select m.owner, first_id + m.number - 1, m.place, m.source, m.target, m.amount, m.source_after, m.target_after
  from unnest(owners, numbers, places, sources, targets, amounts, source_afters, target_afters)
    as m (owner, number, place, source, target, amount, source_after, target_after);
end $$;
