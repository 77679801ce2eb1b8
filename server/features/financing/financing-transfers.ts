import { interestAfter } from '#core/financing/interest.ts';
import { yieldFunding } from '#core/financing/products.ts';
import { houseAccount, memberAccount } from '#core/ledger/accounts.ts';
import type { Posting } from '#core/ledger/transfer.ts';
import { holdingsRunningMax } from '#core/limits/business-limits.ts';
import { subtract, type Usdt } from '#core/money/amount.ts';
import { dayMs } from '#core/time/lengths.ts';
import { attach } from '#server/ledger/attached-rows.ts';
import { inputHashOf } from '#server/ledger/input-hash.ts';
import type { Submission } from '#server/ledger/ledger.ts';
import type { RequestIdentity } from '#server/ledger/request-once.ts';
import type { StoredHolding } from './holding-store.ts';

/** House accounts of the interest fund: unreserved and reserved. */
export const yieldAccount = houseAccount('yield', 0n);
const reservedAccount = houseAccount('yieldReserved', 0n);

/** Funds the interest account from the sponsor: one posting, when the first node starts. */
export function fundingOf(): Submission {
  return {
    key: 'financing:funding',
    inputHash: inputHashOf({ yieldFunding }),
    kind: 'yieldFunded',
    reference: 'yield',
    postings: [{ from: houseAccount('sponsor', 0n), to: yieldAccount, amount: yieldFunding }],
  };
}

export type NewHolding = Omit<StoredHolding, 'state' | 'interest' | 'endedAt'>;

const recordHolding = {
  name: 'record holding',
  columns: {
    member_id: 'bigint',
    id: 'text',
    product: 'text',
    days: 'smallint',
    daily_rate_ppm: 'integer',
    early_exit_keeps_percent: 'smallint',
    amount: 'bigint',
    interest_reserved: 'bigint',
    subscribed_at: 'timestamptz',
    matures_at: 'timestamptz',
  },
  sql: `insert into holding
      (member_id, id, product, days, daily_rate_ppm, early_exit_keeps_percent, amount, interest_reserved, subscribed_at, matures_at)
    select member_id, id, product, days, daily_rate_ppm, early_exit_keeps_percent, amount, interest_reserved, subscribed_at, matures_at
    from (select *, row_number() over (partition by member_id) as place from given) as bought
    -- Leaves out members who froze their accounts or have too many: the missing row refuses the transfer. Exact under the lock of the
    -- member's account, which a freeze takes as well.
    where not exists (select from account_freeze as frozen where frozen.member_id = bought.member_id)
      and bought.place <= ${holdingsRunningMax} - (
      select count(*) from holding as running where running.member_id = bought.member_id and running.state = 'running')`,
} as const;

/**
 * The subscription: locks the principal and reserves all the interest it can earn in one transfer. The transfer is refused where the
 * fund does not cover it, under the fund's lock, so that no interest is promised twice.
 */
export function subscriptionOf(holding: NewHolding, identity: RequestIdentity): Submission {
  const { memberId, id, product, terms, amount, interestReserved } = holding;
  return {
    ...identity,
    kind: 'financingSubscribed',
    reference: id,
    postings: [
      { from: memberAccount(memberId, 'available'), to: memberAccount(memberId, 'financing'), amount },
      ...postingsOf({ from: yieldAccount, to: reservedAccount, amount: interestReserved }),
    ],
    rows: [
      attach(recordHolding, {
        member_id: memberId,
        id,
        product,
        days: terms.days,
        daily_rate_ppm: terms.dailyRatePpm,
        early_exit_keeps_percent: terms.earlyExitKeepsPercent,
        amount,
        interest_reserved: interestReserved,
        subscribed_at: new Date(holding.subscribedAt),
        matures_at: new Date(holding.maturesAt),
      }),
    ],
  };
}

const endHolding = {
  name: 'end holding',
  columns: {
    member_id: 'bigint',
    id: 'text',
    state: 'text',
    interest: 'bigint',
    ends_before: 'timestamptz',
    transfer_at: 'timestamptz',
  },
  sql: `update holding set state = ended.state, interest = ended.interest, ended_at = ended.transfer_at
    from given as ended
    where holding.member_id = ended.member_id and holding.id = ended.id
      and coalesce(ended.transfer_at < ended.ends_before, true) and holding.state = 'running'
      -- What matures is paid to a frozen account as well.
      and (ended.state = 'matured'
        or not exists (select from account_freeze as frozen where frozen.member_id = ended.member_id))`,
} as const;

/** Maturity: the principal and all of the reserved interest. */
export function maturityOf(holding: StoredHolding): Submission {
  return endOf(holding, 'matured', holding.interestReserved, null);
}

/**
 * Early redemption after so many full days: the principal and their interest; the rest of the reserve is released. Only one of the two ends a
 * holding. Refused once another day is full, and where the account is frozen.
 */
export function redemptionOf(holding: StoredHolding, day: number): Submission {
  const { terms, amount, subscribedAt } = holding;
  return endOf(holding, 'redeemed', interestAfter(terms, amount, day), new Date(subscribedAt + (day + 1) * dayMs));
}

function endOf(
  holding: StoredHolding,
  state: 'matured' | 'redeemed',
  interest: Usdt,
  endsBefore: Date | null,
): Submission {
  const { memberId, id, amount, interestReserved } = holding;
  const available = memberAccount(memberId, 'available');
  return {
    key: endKeyOf(holding, state),
    inputHash: inputHashOf({ amount, interest }),
    kind: state === 'matured' ? 'financingMatured' : 'financingRedeemed',
    reference: id,
    postings: [
      { from: memberAccount(memberId, 'financing'), to: available, amount },
      ...postingsOf({ from: reservedAccount, to: available, amount: interest }),
      ...postingsOf({ from: reservedAccount, to: yieldAccount, amount: subtract(interestReserved, interest) }),
    ],
    rows: [attach(endHolding, { member_id: memberId, id, state, interest, ends_before: endsBefore })],
  };
}

/** Key of the transfer that ends a holding. */
export function endKeyOf(
  { memberId, id }: Pick<StoredHolding, 'memberId' | 'id'>,
  state: 'matured' | 'redeemed',
): string {
  return `financing:${memberId}:${id}:${state}`;
}

/** The posting, or none for zero. */
function postingsOf(posting: Posting): Posting[] {
  return posting.amount > 0n ? [posting] : [];
}
