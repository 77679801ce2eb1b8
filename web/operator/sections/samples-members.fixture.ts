import {
  listMemberActs,
  listMemberNotes,
  listMemberObjects,
  type MemberNote,
  type MemberOverview,
  viewMember,
} from '#contract/members.ts';
import type { OutputOf } from '#contract/operation.ts';
import { operatorRoles } from '#contract/roles.ts';
import { securityActs } from '#contract/security-acts.ts';
import type { PinnedObject } from '#contract/support-schemas.ts';
import { pinKinds, pinnedStates } from '#contract/support-schemas.ts';
import type { AccountRecord } from '#contract/wallet.ts';
import { listMemberRecords } from '#contract/wallet-operators.ts';
import { memberAccountNames } from '#core/ledger/accounts.ts';
import { transferKinds } from '#core/ledger/transfer.ts';
import { usdt } from '#core/money/amount.ts';
import type { FakeServer } from '#web/ui/mounted.fixture.tsx';
import { may } from './samples-money.fixture.ts';

export const number = '1111222233334444';

export const member: MemberOverview = {
  ...{ username: 'zoe', number, nickname: 'Z <i>', createdAt: may(1, 2, 3, 4), isFrozen: false, locale: 'jp' },
  ...{ timeZone: 'Asia/Tokyo', freeze: null, sessions: 3, lastSignInAt: may(9, 8, 7, 6), hasAuthenticator: true },
  ...{ passkeys: 2, card: '**** 1234', hasWithdrawalPassword: false, excludedUntil: null, isBeingRecovered: false },
  limits: [
    { period: 'week', amount: usdt(200_000_002n), next: { amount: usdt(3_000_000_003n), at: may(11, 1, 1, 1) } },
    { period: 'day', amount: usdt(50_000_005n), next: { amount: null, at: may(12, 2, 2, 2) } },
  ],
  balances: [
    { account: 'plans', asset: 'USDT', amount: '1234567.890123' },
    { account: 'available', asset: 'USDT', amount: '12.500000' },
    { account: 'promotion', asset: 'PTS', amount: '0' },
    { account: 'assistance', asset: 'PTS', amount: '4321' },
  ],
};

/** The same with everything the other way round. */
export const lockedMember: MemberOverview = {
  ...{ ...member, username: 'yan', number: '5555222233334444', nickname: '', isFrozen: true, locale: 'en' },
  ...{ timeZone: 'UTC', sessions: 0, lastSignInAt: null, hasAuthenticator: false, passkeys: 0, card: null },
  ...{ hasWithdrawalPassword: true, excludedUntil: may(20, 9, 9, 9), isBeingRecovered: true },
  freeze: { frozenAt: may(8), holdsUntil: may(11, 7, 7, 7), operator: 'bert', byMember: false },
  limits: [{ period: 'day', amount: usdt(7_000_000n), next: null }],
};

export const notes: MemberNote[] = [
  { id: 'N2', operator: 'carl', role: 'finance', text: 'Asked for a receipt.\nSent.', writtenAt: may(9, 1, 2, 3) },
  { id: 'N3', operator: 'anna', role: 'owner', text: '<b>Careful</b>', writtenAt: may(7, 4, 5, 6) },
  { id: 'N1', operator: 'bert', role: 'support', text: 'Called.', writtenAt: may(8, 7, 8, 9) },
];

const pointAccounts: readonly string[] = ['assistance', 'promotion'];

/** One of every kind, on every account in turn, above and below zero and zero. */
const records = transferKinds.map((kind, place): AccountRecord => {
  const account = memberAccountNames[place % memberAccountNames.length] ?? 'available';
  const asset = pointAccounts.includes(account) ? 'PTS' : 'USDT';
  const size = BigInt(place) * (asset === 'USDT' ? 1_234_567_891n : 1_237n);
  return {
    ...{ id: `R${place}`, kind, account, asset, amount: place % 2 === 0 ? size : -size, balance: 9n },
    ...{ reference: `OF${100 - place}`, at: may(1 + ((place * 7) % 28), place, place + 1, place + 2) },
    transferId: `T${place}`,
  };
});

/** One of every state, with and without an amount and an income; of other kinds than plans a few, each others. */
function objectsOf(kind: PinnedObject['kind']): PinnedObject[] {
  const first = pinKinds.indexOf(kind) * 3;
  const all = pinnedStates.map(
    (state, place): PinnedObject => ({
      ...{ kind, id: `${kind}${place}`.toUpperCase(), state, detail: `about ${kind} ${20 - place}` },
      amount: place === 2 ? null : usdt(BigInt(place) * 1_111_111_111n),
      income: place % 3 === 2 ? null : usdt(BigInt(5 - place) * 2_222_223n),
      at: may(1 + ((place * 5) % 13), place),
    }),
  );
  return kind === 'plan' ? all : all.slice(first - 2, first + 1);
}

const acts: OutputOf<typeof listMemberActs> = [
  ...securityActs.map((act, place) => ({
    ...{ id: `S${place}`, act, detail: `detail ${place}`, at: may(1 + ((place * 3) % 17), 1, place), operator: null },
  })),
  ...operatorRoles.map((role, place) => ({
    ...{ id: `O${place}`, act: 'accountFrozen' as const, detail: 'unseen', at: may(20 - place, 3) },
    operator: {
      ...{ operator: `operator ${place}`, role, reason: `reason ${place}` },
      act: ['memberViewed', 'memberFrozen', 'recoveryRefused', 'somethingNew'][place] ?? '',
    },
  })),
];

/** Everything of a member's page. */
export function answerMember(server: FakeServer, shown: MemberOverview = member): void {
  server.answer(viewMember, shown);
  server.answer(listMemberNotes, notes);
  server.answer(listMemberRecords, records);
  server.answer(listMemberActs, acts);
  server.answerBy(listMemberObjects, ({ path }) => objectsOf(pinKinds.find((kind) => path.endsWith(kind)) ?? 'plan'));
}
