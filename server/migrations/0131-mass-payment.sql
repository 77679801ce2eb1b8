-- Paying the orders of a round costs less, and its batches wait less for each other. What is refused stays what it was.

-- In the order of batches (server/ledger/batch-statements.ts): accounts of members, then those of the house, on which batches meet and
-- which are so held for the shortest time.
create or replace function ledger.lock_accounts(accounts bigint[]) returns void language plpgsql
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
    order by b.account_id < 0, b.account_id
    for no key update of b
  )
  select (select count(*) from wanted) - (select count(*) from locked) into missing;
  if missing > 0 then
    raise exception '% of these accounts were never opened', missing using errcode = 'foreign_key_violation';
  end if;
end $$;
