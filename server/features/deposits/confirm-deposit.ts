import { houseAccount, memberAccount } from '#core/ledger/accounts.ts';
import { attach } from '#server/ledger/attached-rows.ts';
import { isStale } from '#server/ledger/failures.ts';
import { inputHashOf } from '#server/ledger/input-hash.ts';
import type { Ledger } from '#server/ledger/ledger.ts';
import { earn } from '#server/rewards/earn.ts';
import type { StoredDeposit } from './deposit-store.ts';

const confirm = {
  name: 'confirm deposit',
  columns: { member_id: 'bigint', id: 'text', confirmations: 'smallint', transfer_at: 'timestamptz' },
  sql: `update deposit set state = 'confirmed', confirmations = credited.confirmations, confirmed_at = credited.transfer_at
    from given as credited
    where deposit.member_id = credited.member_id and deposit.id = credited.id and deposit.state in ('requested', 'seen')`,
} as const;

/**
 * Credits a deposit and records it as confirmed, in one transaction and once, however many nodes see it confirmed. Answers
 * whether this call did it.
 */
export async function confirmDeposit(
  ledger: Pick<Ledger, 'submit'>,
  { memberId, id, channel, amount, transfer }: StoredDeposit,
  confirmations: number,
): Promise<boolean> {
  try {
    const outcome = await ledger.submit({
      // A transfer on a network is credited once under its identifier there, whatever our own tables hold.
      key: transfer === null ? `deposit:${memberId}:${id}` : `deposit:${transfer}`,
      inputHash: inputHashOf({ channel, amount }),
      kind: 'depositConfirmed',
      reference: id,
      postings: [{ from: houseAccount('rail', memberId), to: memberAccount(memberId, 'available'), amount }],
      rows: [attach(confirm, { member_id: memberId, id, confirmations }), earn('depositConfirmed', memberId, id)],
    });
    if (outcome.status === 'refused') throw new Error(`deposit ${id} cannot be credited: ${outcome.reason}`);
    return outcome.status === 'committed';
  } catch (error) {
    // The rail took it back on another node's sight before we could credit it.
    if (isStale(error)) return false;
    throw error;
  }
}
