import { houseAccount, memberAccount } from '#core/ledger/accounts.ts';
import type { Move } from '#core/ledger/transfer.ts';
import { add, negate, type Usdt } from '#core/money/amount.ts';

/**
 * Model of what the database's `settle_plans` does for one plan, as plain as it can be said; tests compare the two.
 * What is left of the amount goes back to available; the market, which is the other side of every plan, takes the loss or pays
 * the profit. What the market lost its counterparty beyond the stated maximum is owed to it by the sponsor, in sight.
 */
export function settlementMoves(memberId: bigint, amount: Usdt, income: Usdt, shortfall: Usdt): Move[] {
  const plans = memberAccount(memberId, 'plans');
  const available = memberAccount(memberId, 'available');
  const market = houseAccount('market', memberId);
  const returned = income < 0n ? add(amount, income) : amount;
  const moves: Move[] = [
    { from: plans, to: available, amount: returned },
    { from: plans, to: market, amount: income < 0n ? negate(income) : (0n as Usdt) },
    { from: market, to: available, amount: income > 0n ? income : (0n as Usdt) },
    { from: houseAccount('sponsor', memberId), to: market, amount: shortfall },
  ];
  return moves.filter((move) => move.amount > 0n);
}
