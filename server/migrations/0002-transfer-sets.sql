-- Many transfers in one statement, for what happens to a whole set of members at once, like the end of plans: all of them are
-- made, or none. The caller locks the accounts, works out the balances after each move as if the transfers were made one at a
-- time, and writes the set; what does not add up is refused like everything else that is written into the books.

-- Locks accounts until the end of the transaction, in ascending order, as every batch of transfers does. Fails where one of
-- them was never opened.
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

-- Writes transfers (keys, SHA-256 of their inputs, references, numbers of moves) and their moves (number of the transfer from 1,
-- place in it from 0, owner as of ledger.postings, accounts, amounts, balances after the move). At most 1024 transfers, the ids
-- that a set takes: it takes them under the locks, so that ids grow along the history of each account.
create function ledger.write_transfers(
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
