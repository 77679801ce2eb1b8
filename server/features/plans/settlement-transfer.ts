import { createHash } from 'node:crypto';
import { houseAccount, memberAccount } from '#core/ledger/accounts.ts';
import type { Move } from '#core/ledger/transfer.ts';
import { add, negate, type Usdt } from '#core/money/amount.ts';
import { incomeOf, shortfallOf } from '#core/plans/engine.ts';
import { weightPoints } from '#core/weight/rules.ts';
import type { CompanionStatement } from '#server/ledger/companion.ts';
import type { Submission } from '#server/ledger/ledger.ts';
import type { StoredOutcome } from './plan-store.ts';
import type { RunningPlan } from './running-plans.ts';

const settlePlan: CompanionStatement = {
  name: 'settle plan',
  sql: `update plan set income = settled.income, settled_at = settled.settled_at
    from json_to_recordset($1) as settled (member_id bigint, id text, income bigint, settled_at timestamptz)
    where plan.member_id = settled.member_id and plan.id = settled.id and plan.income is null`,
};

const earnWeight: CompanionStatement = {
  name: 'earn weight by settled plan',
  sql: `insert into weight_entry (member_id, kind, reference, points, earned_at)
    select member_id, 'planSettled', reference, points, earned_at
    from json_to_recordset($1) as earned (member_id bigint, reference text, points integer, earned_at timestamptz)`,
};

/** The transfer that settles a plan, with its income and its weight entry. Its key makes it happen once. */
export function settlementOf({ memberId, id, amount }: RunningPlan, outcome: StoredOutcome): Submission {
  const income = incomeOf(amount, outcome);
  const settledAt = new Date(outcome.settledAt).toISOString();
  return {
    key: `settle:${memberId}:${id}`,
    inputHash: createHash('sha256').update(`${memberId} ${id} ${amount} ${outcome.candlesHash}`).digest('hex'),
    kind: 'planSettled',
    reference: id,
    moves: settlementMoves(memberId, amount, income, shortfallOf(amount, outcome)),
    rows: [
      { statement: settlePlan, row: { member_id: memberId, id, income, settled_at: settledAt } },
      {
        statement: earnWeight,
        row: { member_id: memberId, reference: id, points: weightPoints.planSettled, earned_at: settledAt },
      },
    ],
  };
}

/**
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
