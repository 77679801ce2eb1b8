import { expect, test, vi } from 'vitest';
import { createTestDatabase } from '#server/platform/database/test-database.ts';
import type { Binding } from '#server/platform/http/binding.ts';
import { compose } from './composed.fixture.ts';

const { given } = vi.hoisted(() => ({ given: [] as Binding[] }));

vi.mock('#server/platform/http/binding-check.ts', () => ({
  requireEachFeatureOnce: (_: unknown, bound: readonly (readonly Binding[])[]) => void given.push(...bound.flat()),
}));

/** Every operation as the composed app binds it. */
async function allBindings(): Promise<readonly Binding[]> {
  const { drop, ...database } = await createTestDatabase();
  const app = await compose(database).starting;
  await app.close();
  await drop();
  return given;
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
