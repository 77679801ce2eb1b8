import { expect, test } from 'vitest';
import { operations } from '#contract/api.ts';
import { staleReads } from '#web/platform/api/stale-reads.ts';

const reads = operations.filter(({ operation }) => operation.effect === 'read');

/** What a member reads that no movement of their money changes, each with its reason. */
const untouchedByMoney: Readonly<Record<string, string>> = {
  getRecovery: 'follows from acts',
  getSecondFactors: 'follows from acts',
  listSessions: 'follows from acts',
  listSignIns: 'follows from sign-ins',
  getAccountInfo: 'follows from acts',
  getWithdrawalPassword: 'follows from acts',
  listSecurityActs: 'follows from acts',
  getBankCard: 'follows from acts',
  getMaxLeverage: 'a constant',
  listComingLevels: 'follows from what operators decided',
  quotePlan: 'follows from prices',
  getPlanProof: 'never changes once there is one',
  getAccountRecord: 'never changes',
  getDraw: 'follows from the reveal of the day’s seed',
  getDrawTranscript: 'never changes once there is one',
  getRoundProof: 'never changes once there is one',
  listDepositChannels: 'follows from the network',
  exportAccountRecords: 'is not kept',
  getNotificationSettings: 'follows from switches and sign-ins',
  listMessages: 'follows from the chat',
  getUnread: 'follows from the chat',
  getChatTranscript: 'is not kept',
  getBalanceProof: 'follows from the tree of the hour',
  getDeletion: 'is read anew whenever its sheet opens',
};

test('every read of a member is either made stale by moved money or says why it is not', () => {
  const forgotten = reads.filter(
    ({ name, operation }) =>
      operation.access === 'member' &&
      (staleReads.balances as readonly string[]).includes(operation.path) === name in untouchedByMoney,
  );
  expect(forgotten.map(({ name }) => name)).toEqual([]);
});

test('every path that an event makes stale is that of a read', () => {
  const paths = new Set(reads.map(({ operation }) => operation.path));
  expect(Object.values(staleReads).flatMap((list) => list.filter((path) => !paths.has(path)))).toEqual([]);
});

type Event = keyof typeof staleReads;

const nameOf = new Map<string, string>(reads.map(({ name, operation }) => [operation.path, name]));
const namesOf = (event: Event) => [...new Set(staleReads[event].map((path) => nameOf.get(path) ?? path))].toSorted();
const followsFrom = (cause: string) =>
  Object.entries(untouchedByMoney).flatMap(([name, reason]) => (reason === `follows from ${cause}` ? name : []));

test('an event about one feature makes all reads of it stale, but for those that stay as they are', () => {
  for (const [event, ofFeature, lasting] of [
    ['round', 'rounds', ['getDayTranscript', 'getRoundOrders', 'getRoundProof', 'getTranscript']],
    ['withdrawal', 'withdrawals', ['getPayoutTimes']],
    ['chat', 'support', ['getChatTranscript', 'getReplyTimes']],
    ['team', 'invitations', ['getInviter']],
  ] as const) {
    const ofMembers = reads.filter(({ feature, operation }) => {
      return feature === ofFeature && (operation.access === 'member' || operation.access === 'public');
    });
    expect([event, ...namesOf(event), ...lasting].toSorted()).toEqual(
      [event, ...ofMembers.map(({ name }) => name)].toSorted(),
    );
  }
});

test('an act of security makes stale what follows from acts, and what a freeze or an exclusion closes', () => {
  const closed = ['getWallet', 'quoteWithdrawal', 'getEntries', 'getLimits', 'listWeightEntries', 'listNotifications'];
  expect(namesOf('security')).toEqual([...followsFrom('acts'), ...closed].toSorted());
});

/** Stale after moved money alone: where such an event was lost, the next connection brings it again. */
const keptByBalances = [
  ...['getMember', 'getQuota', 'getWallet', 'getPurse', 'listAccountRecords', 'listMovements', 'sumMovements'],
  ...['listLevels', 'getPayoutTimes', 'listProducts', 'quoteFinancing', 'listHoldings', 'getFinancingLog'],
  ...['getWeek', 'listTasks'],
];

test('after a loss of events all is stale that one of them makes so, but for what follows from balances alone', () => {
  const all = (Object.keys(staleReads) as Event[]).flatMap((event) => (event === 'resync' ? [] : namesOf(event)));
  expect([...new Set(all)].toSorted()).toEqual([...namesOf('resync'), ...keptByBalances].toSorted());
});
