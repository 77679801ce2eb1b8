import * as z from 'zod/mini';
import { type MemberAccountName, memberAccountNames } from '#core/ledger/accounts.ts';
import type { TransferKind } from '#core/ledger/transfer.ts';
import type { Asset } from '#core/money/amount.ts';
import { decimal, minorUnits, moment, textField } from './fields.ts';
import { operation } from './operation.ts';
import { assetAmountWire, assetName, movementFilter, transferKind } from './wallet.ts';

/** What a transfer did to one of the member's accounts. */
export interface AccountChange {
  readonly account: MemberAccountName;
  readonly asset: Asset;
  /** Signed, in minor units of the asset. */
  readonly amount: bigint;
  /** The account's balance after it, in minor units. */
  readonly balance: bigint;
}

/** A transfer as the member sees it: one line, with the change of each of the member's accounts. */
export interface Movement {
  /** The transfer's id; names the page after it as `before`. */
  readonly id: string;
  readonly kind: TransferKind;
  readonly reference: string;
  /** The plan that it is about; null for any other movement. */
  readonly plan: { readonly coin: string; readonly leverage: number } | null;
  readonly at: number;
  readonly changes: readonly AccountChange[];
}

const movementOutput = z.codec(
  z.object({
    id: z.string(),
    kind: transferKind,
    reference: z.string(),
    plan: z.nullable(z.object({ coin: z.string(), leverage: z.int() })),
    at: moment,
    changes: z.array(z.extend(assetAmountWire, { account: z.enum(memberAccountNames) })),
  }),
  z.custom<Movement>(),
  {
    decode: ({ changes, ...movement }, payload) => ({
      ...movement,
      changes: changes.map((change) => ({
        ...change,
        amount: minorUnits(change.asset, change.amount, payload),
        balance: minorUnits(change.asset, change.balance, payload),
      })),
    }),
    encode: ({ changes, ...movement }) => ({
      ...movement,
      changes: changes.map((change) => ({
        ...change,
        amount: decimal(change.asset, change.amount),
        balance: decimal(change.asset, change.balance),
      })),
    }),
  },
);

const filterErrors = ['recordRangeUnknown', 'recordAccountUnknown'] as const;

export const listMovements = operation({
  summary:
    'Transfers that touched the member’s accounts, one line each with the change of every account, newest first, 20 at a time; `before` is the id of the last one seen.',
  method: 'GET',
  path: '/wallet/movements',
  access: 'member',
  effect: 'read',
  input: z.strictObject({
    ...movementFilter,
    before: z.optional(textField(/^\d{1,18}$/, 'recordUnknown', 'recordUnknown')),
  }),
  output: z.array(movementOutput),
  answerIn: 'info',
  errors: [...filterErrors, 'recordUnknown'],
});

/** Sums in minor units of the asset. What came in minus what went out is what the accounts of the filter gained. */
export interface MovementSum {
  readonly asset: Asset;
  readonly movements: number;
  readonly incoming: bigint;
  readonly outgoing: bigint;
}

const movementSum = z.codec(
  z.object({ asset: assetName, movements: z.int(), incoming: z.string(), outgoing: z.string() }),
  z.custom<MovementSum>(),
  {
    decode: ({ incoming, outgoing, ...wire }, payload) => ({
      ...wire,
      incoming: minorUnits(wire.asset, incoming, payload),
      outgoing: minorUnits(wire.asset, outgoing, payload),
    }),
    encode: ({ incoming, outgoing, ...sum }) => ({
      ...sum,
      incoming: decimal(sum.asset, incoming),
      outgoing: decimal(sum.asset, outgoing),
    }),
  },
);

export const sumMovements = operation({
  summary:
    'The same transfers added up in USDT, or with `asset` in points: how many, what came in, what went out. A transfer counts by its net effect, so what only moved between the member’s accounts is neither.',
  method: 'GET',
  path: '/wallet/movements/sum',
  access: 'member',
  effect: 'read',
  input: z.strictObject(movementFilter),
  output: movementSum,
  errors: filterErrors,
});
