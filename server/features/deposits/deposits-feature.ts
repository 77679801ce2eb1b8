import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import { api } from '#contract/api.ts';
import { depositProofPath } from '#contract/deposits-operators.ts';
import { pageSize } from '#contract/fields.ts';
import { permissions } from '#contract/roles.ts';
import type { PinnedObject } from '#contract/support-schemas.ts';
import type { Ledger } from '#server/ledger/ledger.ts';
import type { ProductClock } from '#server/platform/clock.ts';
import type { MemberEvents } from '#server/platform/events/member-events.ts';
import type { Feature } from '#server/platform/feature.ts';
import { bindAll, type FileBinding } from '#server/platform/http/binding.ts';
import type { Log } from '#server/platform/log.ts';
import type { MemberNumbers } from '#server/platform/member-number.ts';
import type { MemberObjects } from '#server/platform/member-objects.ts';
import { recordOperatorView } from '#server/platform/operators/operator-acts.ts';
import { depositFromWallet } from './deposit-from-wallet.ts';
import type { DepositRail } from './deposit-rail.ts';
import { depositsOf, findDeposit, type StoredDeposit } from './deposit-store.ts';
import { getDeposit } from './get-deposit.ts';
import { listDepositChannels } from './list-deposit-channels.ts';
import { listDeposits } from './list-deposits.ts';
import { listOpenDeposits } from './list-open-deposits.ts';
import { markDepositProof } from './mark-deposit-proof.ts';
import { pollDeposits } from './poll-deposits.ts';
import { proveDeposit } from './prove-deposit.ts';
import { refuseDeposit } from './refuse-deposit.ts';
import { type DepositImages, type ExclusionCheck, requestDeposit } from './request-deposit.ts';

export interface DepositsDependencies {
  readonly pool: pg.Pool;
  readonly ledger: Ledger;
  readonly rail: DepositRail;
  readonly guard: ExclusionCheck;
  readonly images: DepositImages & {
    /** A member's image; null where the member has none of that id. */
    read(memberId: bigint, id: string): Promise<Buffer | null>;
  };
  readonly memberNumbers: MemberNumbers;
  readonly clock: ProductClock;
  readonly memberEvents: Pick<MemberEvents, 'publish'>;
  readonly log: Log;
}

export type DepositsFeature = Feature & MemberObjects;

const objectOf = ({ id, amount, state, channel: detail, requestedAt: at }: StoredDeposit): PinnedObject => ({
  kind: 'deposit',
  id,
  amount,
  state,
  income: null,
  detail,
  at,
});

/** Deposits of test funds, and the watch that credits them. */
export function openDeposits(dependencies: DepositsDependencies): DepositsFeature {
  const tables = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: dependencies.pool }) });
  const own = { ...dependencies, tables };
  const watching = pollDeposits(own);
  return {
    bindings: bindAll('deposits', api.deposits, {
      listDepositChannels: () => listDepositChannels(own.rail),
      requestDeposit: (input, { member, idempotencyKey }) =>
        requestDeposit(own, member.memberId, input, idempotencyKey),
      depositFromWallet: (input, { member }) => depositFromWallet(own, member.memberId, input),
      proveDeposit: (input, { member }) => proveDeposit(own, member.memberId, input),
      listDeposits: ({ before }, { member }) => listDeposits(tables, own.rail, member.memberId, before ?? null),
      listOpenDeposits: ({ after }, { operator }) => listOpenDeposits(own, after ?? '', operator),
      markDepositProof: (input, { operator }) => markDepositProof(own, input, operator),
      refuseDeposit: (input, { operator }) => refuseDeposit(own, input, operator),
      getDeposit: ({ deposit }, { member }) => getDeposit(tables, own.rail, member.memberId, deposit),
    }),
    files: [proofFile(own)],
    async pinned(memberId, id) {
      const deposit = await findDeposit(tables, memberId, id);
      return deposit && objectOf(deposit);
    },
    async listed(memberId, before) {
      return (await depositsOf(tables, memberId, before, pageSize)).map(objectOf);
    },
    close: () => watching.stop(),
  };
}

/** The image that a member sent as the proof of a deposit, for operators; the member sees that one looked. */
function proofFile({
  tables,
  images,
  memberNumbers,
}: Pick<DepositsDependencies, 'images' | 'memberNumbers'> & { readonly tables: Kysely<unknown> }): FileBinding {
  return {
    path: depositProofPath,
    roles: permissions.readPayments,
    async readAsOperator(by, name) {
      const [number = '', id = ''] = name.split('-');
      const memberId = memberNumbers.idOf(number);
      const image = memberId === null ? null : (await findDeposit(tables, memberId, id))?.image;
      const bytes = memberId !== null && image ? await images.read(memberId, image) : null;
      if (!bytes || memberId === null) return null;
      await tables.transaction().execute((transaction) => recordOperatorView(transaction, { by, memberId }));
      return { type: 'image/webp', bytes };
    },
  };
}
