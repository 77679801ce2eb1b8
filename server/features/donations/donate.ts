import type { donate as operation } from '#contract/donations.ts';
import type { InputOf } from '#contract/operation.ts';
import { tierPoints } from '#core/donations/tiers.ts';
import { houseAccount, memberAccount } from '#core/ledger/accounts.ts';
import { points } from '#core/money/amount.ts';
import { attach } from '#server/ledger/attached-rows.ts';
import type { Ledger } from '#server/ledger/ledger.ts';
import { type RequestIdentity, refusalOfTransfer, requestOnce } from '#server/ledger/request-once.ts';
import type { ProductClock } from '#server/platform/clock.ts';
import { newPublicId } from '#server/platform/public-id.ts';
import { Refusal } from '#server/platform/refusal.ts';

export interface DonateDependencies {
  readonly ledger: Pick<Ledger, 'submit' | 'receiptOf'>;
  readonly clock: Pick<ProductClock, 'now'>;
}

const recordDonation = {
  name: 'record donation',
  columns: {
    member_id: 'bigint',
    id: 'text',
    points: 'integer',
    name: 'text',
    transfer_at: 'timestamptz',
    transfer_id: 'bigint',
  },
  sql: `insert into donation (member_id, id, points, name, donated_at, transfer_id)
    select member_id, id, points, name, transfer_at, transfer_id from given`,
} as const;

/** Moves a tier's points from the member to the charity. A repeated request (same member, same key) donates once. */
export async function donate(
  { ledger, clock }: DonateDependencies,
  memberId: bigint,
  { tier, name = 'masked' }: InputOf<typeof operation>,
  idempotencyKey: string | null,
): Promise<1> {
  const given = tierPoints[tier];
  const give = async (identity: RequestIdentity): Promise<1> => {
    const id = newPublicId(Math.trunc(clock.now()));
    const outcome = await ledger.submit({
      ...identity,
      kind: 'donated',
      reference: id,
      postings: [
        {
          from: memberAccount(memberId, 'assistance'),
          to: houseAccount('charityPoints', memberId),
          amount: points(BigInt(given)),
        },
      ],
      rows: [attach(recordDonation, { member_id: memberId, id, points: given, name })],
    });
    if (outcome.status !== 'refused') return 1;
    if (outcome.reason !== 'insufficientFunds') throw refusalOfTransfer(outcome);
    if (outcome.balance === 0n) throw new Refusal('nothingToDonate');
    throw new Refusal('donationTooLarge', { available: Number(outcome.balance), needed: given });
  };
  return await requestOnce<1>(
    ledger,
    { idempotencyKey, input: { tier, name }, transferKey: (requestKey) => `donation:${memberId}:${requestKey}` },
    give,
    async () => 1,
  );
}
