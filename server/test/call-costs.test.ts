import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Binding } from '#server/platform/http/binding.ts';

type Routes = (...dependencies: readonly unknown[]) => readonly Binding[];

const features = join(import.meta.dirname, '../features');

/** Every operation as its feature binds it. Nothing is called: what a feature works with is not there. */
async function allBindings(): Promise<readonly Binding[]> {
  const found = readdirSync(features).map(async (feature): Promise<readonly Binding[]> => {
    const bound: Record<string, unknown> = await import(`../features/${feature}/routes.ts`);
    const [, routes] = Object.entries(bound).find(([name]) => name.endsWith('Routes')) ?? [];
    return (routes as Routes)({ market: { coins: [] }, clock: { now: () => 0 } }, {});
  });
  return (await Promise.all(found)).flat();
}

const bindings = await allBindings();

/** The names of operations by what `of` says of them, without those of which it says `usual`. */
function namesBy(of: (binding: Binding) => number | undefined, usual: number): Record<string, string[]> {
  const groups = Map.groupBy(bindings, (binding) => of(binding) ?? usual);
  groups.delete(usual);
  return Object.fromEntries([...groups].map(([value, group]) => [value, group.map(({ name }) => name).toSorted()]));
}

test('what costs the server more takes more of the caller’s rate limit', () => {
  expect(namesBy(({ weight }) => weight, 1)).toEqual({
    2: ['getTranscript', 'listWinners'],
    4: [
      ...['addPasskey', 'enrolOperatorPasskey', 'getCaptcha', 'getChatTranscript', 'getHealth'],
      ...['signInOperatorWithPasskey', 'signInWithPasskey', 'startOperatorAuthenticator', 'startOperatorEnrolment'],
      ...['startOperatorSignIn', 'startPasskeySignIn', 'sumMovements'],
    ],
    5: ['getRoundOrders', 'getRoundProof'],
    // A password is checked, or a picture is drawn.
    10: [
      ...['bindBankCard', 'confirmAuthenticator', 'deleteOwnData', 'enrolOperatorAuthenticator', 'exportOwnData'],
      ...['getDayTranscript', 'register', 'removeAuthenticator', 'removePasskey', 'renewBackupCodes'],
      ...['requestLoginPassword', 'requestWithdrawal', 'resetLoginPassword', 'resetLoginPasswordByPasskey'],
      ...['revokeSession', 'sendChatImage', 'signIn', 'signInOperator', 'startPasskey', 'unfreezeAccount'],
      ...['updateProfile', 'uploadImage'],
    ],
    // One is checked and another one is hashed.
    20: ['changeLoginPassword', 'changeWithdrawalPassword', 'exportAccountRecords', 'resetWithdrawalPassword'],
  });
});

test('answers that are the same for everybody are shared for as long as they may be old, by language where they have words', () => {
  expect(namesBy(({ sharedForMs }) => sharedForMs, 0)).toEqual({
    20: ['getMarketStatus'],
    250: [
      ...['getCandles', 'getGiving', 'getRound', 'listCategories', 'listDisbursements', 'listMarkets', 'listResults'],
      'listRounds',
    ],
    1000: [
      ...['getDocument', 'getHelp', 'getHome', 'getReplayDay', 'listBalanceRoots', 'listClosedCandles', 'listHelp'],
      ...['listPrizes', 'listRules', 'listTips', 'listWinners'],
    ],
    5000: ['getDayTranscript', 'getFairness', 'getRoundOrders', 'getTranscript', 'listFairDays'],
    10000: ['getPayoutTimes', 'getReplyTimes'],
  });
  const byLocale = bindings.filter(({ sharedByLocale }) => sharedByLocale).map(({ name }) => name);
  expect(byLocale.toSorted()).toEqual(['getDocument', 'getHelp', 'listHelp', 'listRules', 'listTips']);
});
