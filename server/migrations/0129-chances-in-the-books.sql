-- Bets and drawn entries, and the money that moved for them, without each other, for the check of the books: always empty. What a bet was paid is held against the
-- income that is recorded of it, what is staked and reserved against the bets that run, a round that counts as paid has no unpaid bet, and each drawn entry its one transfer.
create view ledger.unfounded_chances as
with moved as (
  select p.member_id, t.reference as id,
    sum((case when p.to_account > 0 then p.amount else 0 end) - (case when p.from_account > 0 then p.amount else 0 end)) as income
  from ledger.postings as p join ledger.transfers as t on t.id = p.transfer_id
  where t.kind in ('orderWon', 'orderLost', 'orderReturned') and p.member_id > 0
  group by p.member_id, t.reference
), recorded as (
  select member_id, id, income from round_order where income is not null
), running as (
  select member_id, sum(stake) as stakes, sum(reserved) as reserved from (
    select member_id, stake, winnings as reserved from round_order where income is null
    union all
    select o.member_id, 0, o.winnings from round_order as o
    where o.income <= 0 and not exists (select from round_payment as p where p.round_id = o.round_id)
    union all
    select member_id, stake * (rounds - placed), winnings * (rounds - placed) from round_follow where "end" is null
  ) as open (member_id, stake, reserved)
  group by member_id
), staked as (
  select member_id, balance from ledger.balances where member_id > 0 and (account_id & 31) = 3
)
select format('bet %s of member %s moved %s, recorded %s', id, member_id, coalesce(moved.income::text, 'nothing'), coalesce(recorded.income::text, 'nothing'))
  as fault
from moved full join recorded using (member_id, id)
where moved.income is distinct from recorded.income
union all
select format('member %s has staked %s, bets that run are of %s', member_id, coalesce(balance, 0), coalesce(stakes, 0))
from staked full join running using (member_id)
where coalesce(balance, 0) <> coalesce(stakes, 0)
union all
select format('%s is reserved for winnings, bets may win %s', h.balance, promised)
from ledger.house_balances as h, (select coalesce(sum(reserved), 0) as promised from running) as open
where h.name = 'roundsReserved' and h.balance <> promised
union all
select format('round %s is recorded as paid, bet %s of member %s is not', p.round_id, o.id, o.member_id)
from round_payment as p join round_order as o on o.round_id = p.round_id and o.income is null
union all
select format('entry %s of member %s has %s transfers', id, member_id, coalesce(transfers, 0))
from draw full join (
  select reference as id, count(*) as transfers from ledger.transfers where kind in ('entryDrawn', 'prizeWon') group by reference
) as moved using (id)
where transfers is distinct from 1 or member_id is null;
