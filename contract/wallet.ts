import * as z from 'zod/mini';
import { type AccountName, type MemberAccountName, memberAccountNames } from '#core/ledger/accounts.ts';
import { type TransferKind, transferKinds } from '#core/ledger/transfer.ts';
import type { Asset, Usdt } from '#core/money/amount.ts';
import { decimal, minorUnits, moment, refusedAs, textField, usdtText } from './fields.ts';
import { operation } from './operation.ts';

const usdtValue = z.custom<Usdt>();
/** Name of an asset. */
export const assetName = z.enum(['USDT', 'PTS']);

/** The specification's filters, in days of the member's own time zone: the last 7 days end with today. */
export const recordRanges = ['today', 'yesterday', 'week', 'month'] as const;

/** A range of days of the record list. */
export type RecordRange = (typeof recordRanges)[number];

/** Kind of a transfer. */
export const transferKind = z.enum(transferKinds);

export const getWallet = operation({
  summary: 'Balance, locked amount and today’s profit, and whether a bank card and a withdrawal password are set.',
  method: 'GET',
  path: '/api/wallet',
  access: 'member',
  effect: 'read',
  output: z.codec(
    z.object({
      banlance: usdtText,
      locked: usdtText,
      available: usdtText,
      today_profit: usdtText,
      UserBank: z.union([z.literal(0), z.literal(1)]),
      paypasswords: z.union([z.literal(0), z.literal(1)]),
      userid: z.string(),
    }),
    z.object({
      /** Available plus locked, always. */
      authorization: usdtValue,
      locked: usdtValue,
      available: usdtValue,
      incomeToday: usdtValue,
      hasBankCard: z.boolean(),
      hasWithdrawalPassword: z.boolean(),
      userId: z.string(),
    }),
    {
      decode: (wire) => ({
        authorization: wire.banlance,
        locked: wire.locked,
        available: wire.available,
        incomeToday: wire.today_profit,
        hasBankCard: wire.UserBank === 1,
        hasWithdrawalPassword: wire.paypasswords === 1,
        userId: wire.userid,
      }),
      encode: (wallet) => ({
        banlance: wallet.authorization,
        locked: wallet.locked,
        available: wallet.available,
        today_profit: wallet.incomeToday,
        UserBank: wallet.hasBankCard ? (1 as const) : (0 as const),
        paypasswords: wallet.hasWithdrawalPassword ? (1 as const) : (0 as const),
        userid: wallet.userId,
      }),
    },
  ),
});

/** An amount that says of which asset it is: signed decimal text on the wire, minor units in the domain. */
export const assetAmountWire = z.object({ asset: assetName, amount: z.string(), balance: z.string() });

export const getPurse = operation({
  summary: 'The balance of each of the member’s accounts.',
  method: 'GET',
  path: '/api/purse',
  access: 'member',
  effect: 'read',
  output: z.array(
    z.codec(
      z.object({ account: z.enum(memberAccountNames), asset: assetName, balance: z.string() }),
      z.object({ account: z.enum(memberAccountNames), asset: assetName, balance: z.bigint() }),
      {
        decode: (wire, payload) => ({ ...wire, balance: minorUnits(wire.asset, wire.balance, payload) }),
        encode: (line) => ({ ...line, balance: decimal(line.asset, line.balance) }),
      },
    ),
  ),
  answerIn: 'info',
});

const recordWire = z.extend(assetAmountWire, {
  /** Names the record itself: give it as `before` for the page after it. */
  id: z.string(),
  kind: transferKind,
  account: z.enum(memberAccountNames),
  /** What it is about: the id of a plan, a deposit, a withdrawal. */
  reference: z.string(),
  at: moment,
  transfer: z.string(),
});

/** One change of one of the member’s accounts. */
export interface AccountRecord {
  readonly id: string;
  readonly kind: TransferKind;
  readonly account: MemberAccountName;
  readonly asset: Asset;
  /** Signed change of the account, in minor units of its asset. */
  readonly amount: bigint;
  /** The account's balance after it, in minor units. */
  readonly balance: bigint;
  readonly reference: string;
  readonly at: number;
  readonly transferId: string;
}

/** One record: decimal strings on the wire, minor units in the domain. */
export const recordOutput = z.codec(recordWire, z.custom<AccountRecord>(), {
  decode: ({ transfer, ...wire }, payload) => ({
    ...wire,
    amount: minorUnits(wire.asset, wire.amount, payload),
    balance: minorUnits(wire.asset, wire.balance, payload),
    transferId: transfer,
  }),
  encode: ({ transferId, ...record }) => ({
    ...record,
    amount: decimal(record.asset, record.amount),
    balance: decimal(record.asset, record.balance),
    transfer: transferId,
  }),
});

/** The id of a record. */
export const recordIdField = textField(/^\d{1,19}-\d{1,2}-[01]$/, 'recordUnknown', 'recordUnknown');

/** The id of a record, with the first part's bounds of time in ms where there are some. */
const partField = textField(/^\d{1,19}-\d{1,2}-[01](_\d{0,14}_\d{0,14})?$/, 'recordUnknown', 'recordUnknown');

/** A day of the member's own time zone, as YYYY-MM-DD. */
const dayField = z
  .string(refusedAs('recordRangeUnknown'))
  .check(z.refine((text) => /^2\d{3}-\d\d-\d\d$/.test(text) && isDay(text), refusedAs('recordRangeUnknown')));

/** Whether the calendar has the day: `Date` would take 31 February as 3 March. */
function isDay(text: string): boolean {
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}

const kindsField = z.codec(z.string(), z.array(transferKind), {
  decode: (text) => text.split(',') as TransferKind[],
  encode: (kinds) => kinds.join(','),
});

/** Which of the member’s transfers are meant. */
export const movementFilter = {
  /** Left out: everything there is. */
  range: z.optional(z.enum(recordRanges, { error: () => 'recordRangeUnknown' })),
  /** USDT or points; left out: both, except for sums, which are of USDT then. */
  asset: z.optional(z.enum(['USDT', 'PTS'], 'fieldInvalid')),
  /** Left out: every account of the asset. */
  account: z.optional(z.enum(memberAccountNames, { error: () => 'recordAccountUnknown' })),
  /** The first and the last day, both included. */
  from: z.optional(dayField),
  until: z.optional(dayField),
  /** Of these kinds, separated by commas, or with a reference that begins so, whatever the letter case; both left out: all. */
  kinds: z.optional(kindsField),
  search: z.optional(textField(/^[^\p{Cc}]{1,60}$/u, 'fieldInvalid', 'fieldInvalid')),
};

export const listAccountRecords = operation({
  summary: 'Changes of the member’s accounts, newest first, 20 at a time; `before` is the id of the last one seen.',
  method: 'GET',
  path: '/user/accountRecords',
  access: 'member',
  effect: 'read',
  input: z.strictObject({ ...movementFilter, before: z.optional(recordIdField) }),
  output: z.array(recordOutput),
  answerIn: 'info',
  errors: ['recordRangeUnknown', 'recordAccountUnknown', 'recordUnknown'],
});

export const exportAccountRecords = operation({
  summary:
    'The same records as CSV, 2000 lines at a time: the first part carries the head line, `next` is the `before` of the next part, which is of the first one’s days. All amounts of an asset together are what its accounts hold.',
  method: 'GET',
  path: '/wallet/records/csv',
  access: 'member',
  effect: 'read',
  input: z.strictObject({ ...movementFilter, before: z.optional(partField) }),
  output: z.object({ csv: z.string(), lines: z.int(), next: z.nullable(z.string()) }),
  errors: ['recordRangeUnknown', 'recordAccountUnknown', 'recordUnknown'],
});

const postingWire = z.object({
  place: z.int(),
  asset: assetName,
  amount: z.string(),
  from: z.object({ account: z.string(), owner: z.enum(['member', 'house']), balance: z.nullable(z.string()) }),
  to: z.object({ account: z.string(), owner: z.enum(['member', 'house']), balance: z.nullable(z.string()) }),
});

/** One side of a posting. The balance after it is given for the member's own accounts only. */
interface PostingSide {
  readonly account: AccountName;
  readonly owner: 'member' | 'house';
  readonly balance: bigint | null;
}

/** A posting of a transfer; `amount` in minor units of its asset, `place` its position in the transfer from 0. */
export interface RecordPosting {
  readonly place: number;
  readonly asset: Asset;
  readonly amount: bigint;
  readonly from: PostingSide;
  readonly to: PostingSide;
}

const postingOutput = z.codec(postingWire, z.custom<RecordPosting>(), {
  decode: ({ asset, place, amount: text, from, to }, payload) => {
    const side = ({ account, owner, balance }: typeof from): PostingSide => ({
      account: account as AccountName,
      owner,
      balance: balance === null ? null : minorUnits(asset, balance, payload),
    });
    return { place, asset, amount: minorUnits(asset, text, payload), from: side(from), to: side(to) };
  },
  encode: ({ asset, place, amount: value, from, to }) => {
    const side = ({ account, owner, balance }: PostingSide) => ({
      account,
      owner,
      balance: balance === null ? null : decimal(asset, balance),
    });
    return { place, asset, amount: decimal(asset, value), from: side(from), to: side(to) };
  },
});

export const getAccountRecord = operation({
  summary: 'The transfer behind a record: every posting of it, the house’s side too.',
  method: 'GET',
  path: '/wallet/record/{transfer}',
  access: 'member',
  effect: 'read',
  input: z.strictObject({ transfer: textField(/^\d{1,18}$/, 'recordUnknown', 'recordUnknown') }),
  output: z.object({
    transfer: z.string(),
    kind: transferKind,
    reference: z.string(),
    at: moment,
    /** The wall clock's time of the commit. */
    recordedAt: moment,
    postings: z.array(postingOutput),
  }),
  errors: ['recordUnknown'],
});
