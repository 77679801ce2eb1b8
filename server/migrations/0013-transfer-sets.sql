-- Many transfers in one statement, for what happens to a whole set of members at once, like the end of plans. The semantics are
-- those of one transfer at a time, in order, less the answers: all of them are made, or none. A key that is known already, an
-- account that was never opened or a balance that does not suffice fails the transaction.
--
-- Transfers: keys, input hashes (SHA-256), references, numbers of moves; at most 1024, the ids that a set takes. Moves: the
-- number of their transfer (from 1), their place in it (from 0), their owner as of ledger.postings, accounts and amounts.
create function ledger.transfer_set(
  kind text, at timestamptz,
  keys text[], input_hashes bytea[], refs text[], move_counts smallint[],
  numbers integer[], places smallint[], owners bigint[], sources bigint[], targets bigint[], amounts bigint[]
) returns void language plpgsql
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
as $$
declare
  first_id bigint;
  accounts bigint[];
  balances bigint[];
begin
  if cardinality(keys) > 1024 then
    raise exception 'a set has at most 1024 transfers, not %', cardinality(keys) using errcode = 'program_limit_exceeded';
  end if;
  -- In ascending order, as every batch locks them.
  select array_agg(account_id), array_agg(balance) into accounts, balances
  from (
    select b.account_id, b.balance
    from (select distinct account from unnest(sources || targets) as named (account)) as wanted
    join ledger.balances as b on b.member_id = wanted.account >> 5 and b.account_id = wanted.account
    order by b.account_id
    for no key update of b
  ) as locked;
  -- After the locks, so that ids grow along the history of each account.
  first_id := nextval('ledger.transfer_ids');
  insert into ledger.transfers (id, idempotency_key, input_hash, kind, reference, move_count, at)
  select first_id + t.number - 1, t.key, t.input_hash, transfer_set.kind, t.ref, t.move_count, transfer_set.at
  from unnest(keys, input_hashes, refs, move_counts) with ordinality as t (key, input_hash, ref, move_count, number);
  insert into ledger.postings
    (member_id, transfer_id, place, from_account, to_account, amount, from_balance_after, to_balance_after)
  select owner, first_id + number - 1, place,
    max(account) filter (where change < 0), max(account) filter (where change > 0), max(change),
    max(after) filter (where change < 0), max(after) filter (where change > 0)
  from (
    select number, place, owner, account, change,
      (sum(change) over (partition by account order by number, place))::bigint as after
    from (
      select 0 as number, 0::smallint as place, 0::bigint as owner, account, balance as change
      from unnest(accounts, balances) as opening (account, balance)
      union all
      select number, place, owner, source, -amount
      from unnest(numbers, places, owners, sources, amounts) as m (number, place, owner, source, amount)
      union all
      select number, place, owner, target, amount
      from unnest(numbers, places, owners, targets, amounts) as m (number, place, owner, target, amount)
    ) as entries
  ) as steps
  where number > 0
  group by number, place, owner;
end $$;
