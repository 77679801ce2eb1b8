-- A sum of shards may be larger than any one of them can hold.
drop view ledger.house_balances;

create view ledger.house_balances as
select a.name, a.asset, sum(b.balance) as balance
from ledger.accounts as a join ledger.balances as b on b.member_id = a.member_id and b.account_id = a.id
where a.member_id < 0
group by a.name, a.asset;

-- Sum of balances that fit into one together, or an error: several times quicker over millions of rows than sum(), which counts in
-- numeric.
create aggregate ledger.total(bigint) (
  sfunc = int8pl, stype = bigint, initcond = '0', combinefunc = int8pl, parallel = safe
);
