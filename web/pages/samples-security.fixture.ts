import type { getLoginState, listSessions, listSignIns } from '#contract/identity.ts';
import type { getSecondFactors } from '#contract/identity-factors.ts';
import type { getLimits } from '#contract/limits.ts';
import type { OutputOf } from '#contract/operation.ts';
import { actsOnMembers } from '#contract/operator-acts.ts';
import type { getAccountInfo } from '#contract/profile-account.ts';
import { operatorRoles } from '#contract/roles.ts';
import type { listSecurityActs } from '#contract/security.ts';
import { securityActs } from '#contract/security-acts.ts';
import { usdt } from '#core/money/amount.ts';

/** A moment of 2026, in the zone of the phone: month and day as on a calendar. */
export const on = (month: number, day: number, hour = 10, minute = 0): number =>
  new Date(2026, month - 1, day, hour, minute).getTime();

export const account: OutputOf<typeof getAccountInfo> = {
  ...{ username: 'newcomer7', nickname: 'Zoe B.', realname: 'Zoé Bùi-Li', timezone: 'Asia/Bangkok', locale: 'en' },
  ...{ registeredAt: on(1, 3, 7, 45), hasWithdrawalPassword: true, hasBankCard: false },
  ...{ frozen: false, hasAuthenticator: true },
};

export const factors: OutputOf<typeof getSecondFactors> = {
  authenticator: { since: on(2, 4, 8, 5), backupCodesLeft: 3 },
  passkeys: [
    { id: 'PK03', name: 'Key on the ring', synced: false, addedAt: on(4, 9, 9, 31), lastUsedAt: on(4, 12, 23, 59) },
    { id: 'PK01', name: 'Aunt’s phone', synced: true, addedAt: on(4, 8, 6, 2), lastUsedAt: null },
    { id: 'PK02', name: 'My laptop', synced: true, addedAt: on(3, 30, 1, 7), lastUsedAt: on(4, 11, 0, 1) },
  ],
};

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const android = 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36';
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Mobile/15E148 Safari/604.1';

export const sessions: OutputOf<typeof listSessions> = [
  {
    ...{ id: 'b'.repeat(24), current: false, userAgent: firefox, address: '192.0.2.14' },
    ...{ signedInAt: on(4, 1), lastSeenAt: on(4, 12, 18, 22), expiresAt: on(6, 1) },
  },
  {
    ...{ id: 'a'.repeat(24), current: true, userAgent: android, address: '198.51.100.3' },
    ...{ signedInAt: on(4, 2), lastSeenAt: on(4, 13, 10, 1), expiresAt: on(6, 2) },
  },
  {
    ...{ id: 'c'.repeat(24), current: false, userAgent: '', address: '2001:db8::7' },
    ...{ signedInAt: on(4, 3), lastSeenAt: on(4, 10, 4, 44), expiresAt: on(6, 3) },
  },
];

const results = [
  ...(['wrongFactor', 'signedInByPasskey', 'registered', 'wrongReset'] as const),
  ...(['signedIn', 'wrongPassword', 'signedInByReset'] as const),
];

/** Each result once, and the first again up to a whole page: there may be more. */
export const signIns: OutputOf<typeof listSignIns> = Array.from({ length: 20 }, (_, place) => ({
  id: `SIGN${String(90 - place)}`,
  result: results[place] ?? 'signedIn',
  userAgent: [iphone, '', firefox, android][place % 4] ?? '',
  address: `203.0.113.${200 - place}`,
  at: on(4, 28 - place, place, 2 * place),
}));

/** Each act once, those with a detail among them. */
export const acts: OutputOf<typeof listSecurityActs> = securityActs
  .filter((act) => act !== 'operatorActed')
  .map((act, place) => ({
    id: `ACTS${String(90 - place)}`,
    act,
    detail: act.startsWith('card') ? `•••• 42${10 + place}` : act === 'payoutAddressAdded' ? '0x71C7…8Fa2' : '',
    at: on(3, 1 + (place % 28), place % 24, place),
    operator: null,
  }));

const reasons: Readonly<Record<string, readonly string[]>> = {
  withdrawalRefused: ['nameMismatch', 'noDestination', 'accountFrozen', 'As it was written'],
  depositRefused: ['notReceived', 'proofInvalid', 'announcedTwice'],
  passwordRequestsClosed: ['notIdentified', 'notByOwner', 'otherWayIn'],
  memberViewed: [''],
};

const aboutOf = (act: string, place: number): string | null => {
  if (act.startsWith('withdrawal')) return `WD${place}0SXVXCS8ABCD`;
  return act.startsWith('deposit') ? `DP${place}0SXVXCS8EFGH` : null;
};

/** Each act of an operator on a member, by each reason that has words of its own. */
export const actsOfOperators: OutputOf<typeof listSecurityActs> = actsOnMembers
  .flatMap((act) => (reasons[act] ?? [`Why: ${act}`]).map((reason) => ({ act, reason })))
  .map(({ act, reason }, place) => ({
    id: `OPER${String(90 - place)}`,
    act: 'operatorActed',
    detail: '',
    at: on(5, 1 + place, place, 59 - place),
    operator: { act, role: operatorRoles[place % 4] ?? 'owner', reason, about: aboutOf(act, place + 10) },
  }));

/** A daily limit with another one that waits, a weekly one that is to be lifted. */
export const limits: OutputOf<typeof getLimits> = {
  lossLimits: [
    {
      ...{ period: 'day', amount: usdt(1_250_750_001n), next: { amount: usdt(2_000_000_000n), at: on(4, 14, 11, 30) } },
      count: {
        since: on(4, 13, 0, 30),
        ...{ lost: usdt(-40_500_002n), atRisk: usdt(300_250_003n), left: usdt(991_000_000n) },
      },
    },
    {
      ...{ period: 'week', amount: usdt(7_000_000_000n), next: { amount: null, at: on(4, 14, 12, 45) } },
      count: {
        since: on(4, 12, 0, 15),
        ...{ lost: usdt(1_234_567_890n), atRisk: usdt(5_765_432_110n), left: usdt(0n) },
      },
    },
  ],
  ...{ exclusion: null, now: on(4, 13, 10, 7), timeZone: 'Asia/Bangkok' },
};

export const noLimits: OutputOf<typeof getLimits> = {
  ...limits,
  lossLimits: [
    { period: 'day', amount: null, next: null, count: null },
    { period: 'week', amount: null, next: null, count: null },
  ],
};

export const signedIn: OutputOf<typeof getLoginState> = true;
