import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { operations } from '#contract/api.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { type Locale, locales } from '#contract/locale.ts';
import { notificationTopics } from '#contract/notification-kinds.ts';
import { isForOperators } from '#contract/operation.ts';
import { requestWithdrawal } from '#contract/withdrawals.ts';
import { entryKinds } from '#core/draws/entries.ts';
import { memberAccounts, usdtAccounts } from '#core/ledger/accounts.ts';
import { rewardKinds } from '#core/rewards/rules.ts';
import { taskKinds } from '#core/rewards/tasks.ts';
import { exportedTables } from '#server/features/own-data/own-data-tables.ts';
import { labelOf, searched, wordsFor } from './labels.ts';

const folder = new URL('../../server/features/content/texts/', import.meta.url);

/** Where a fact is told: a stored text as `help/notifications`, or a text of the app by its key, as `security.freezeText`. */
type Place = string;

function textAt(place: Place, locale: Locale): string {
  const [kind = '', name = ''] = place.split('/');
  if (name === '') return labelOf(locale, place);
  const found = readdirSync(new URL(`${kind}/`, folder)).find((entry) => entry.slice(4) === name);
  if (found === undefined) throw new Error(`there is no text ${place}`);
  return readFileSync(new URL(`${kind}/${found}/${locale}.md`, folder), 'utf8');
}

/** The features with a call that changes something and that can be refused with one of these codes. */
function featuresRefusedWith(...codes: readonly ErrorCode[]): readonly string[] {
  const refused = operations.filter(
    ({ operation }) =>
      operation.effect !== 'read' &&
      !isForOperators(operation) &&
      operation.errors.some((code) => codes.includes(code)),
  );
  return [...new Set(refused.map(({ feature }) => feature))].sort();
}

/** What each topic, feature, account or reward is called in a sentence, by its row of the glossary. */
const things: Readonly<Record<string, string>> = {
  plans: 'plan',
  rounds: 'bet',
  draws: 'draw',
  deposits: 'deposit',
  withdrawals: 'withdrawal',
  financing: 'financing',
  team: 'team',
  security: 'security',
  'bank-card': 'bank card',
  profile: 'real name',

  stakes: 'bet',
  withdrawing: 'withdrawal',

  depositConfirmed: 'deposit',
  planSettled: 'plan',
  withdrawalPasswordSet: 'withdrawal password',
  cardBound: 'bank card',
  checkedIn: 'check-in',
  redEnvelope: 'red envelope',
};

/** Of the security feature a freeze refuses the forgotten withdrawal password, not all that it is about. */
const frozenThings: Readonly<Record<string, string>> = { ...things, security: 'withdrawal password' };

/** What those calls are about that ask the owner for the login password, and for the second factor with it. */
const ownerThings: Readonly<Record<string, string>> = {
  ...things,
  identity: 'password',
  security: 'freeze',
  withdrawals: 'withdrawal',
  'own-data': 'data',
};
const featuresThatAskTheOwner = [
  ...new Set(
    operations.filter(({ operation }) => operation.reauthentication !== undefined).map(({ feature }) => feature),
  ),
].sort();

function named(keys: readonly string[], words = things): readonly string[] {
  return keys.map((key) => {
    const thing = words[key];
    if (thing === undefined) throw new Error(`${key} has no name: say what it is called in a sentence`);
    return thing;
  });
}

/** Facts of the code, and each text that has to say them. */
const facts: readonly {
  readonly fact: string;
  readonly things: readonly string[];
  readonly places: readonly Place[];
}[] = [
  {
    fact: 'what members are notified of',
    things: named(notificationTopics),
    places: ['help/notifications', 'notify.noneText'],
  },
  {
    fact: 'which accounts make up the lock limit',
    things: named(usdtAccounts(memberAccounts).locked),
    places: ['help/deposits-and-test-funds'],
  },
  {
    fact: 'what a freeze stops',
    things: named(featuresRefusedWith('accountFrozen'), frozenThings),
    places: ['help/security-of-your-account', 'security.freezeText'],
  },
  {
    fact: 'what asks for the code of the authenticator app',
    things: named(featuresThatAskTheOwner, ownerThings),
    places: ['help/authenticator-and-passkeys'],
  },
  {
    fact: 'what a self-exclusion stops',
    things: named(featuresRefusedWith('selfExcluded')),
    places: ['help/limits', 'limits.exclusionText'],
  },
  {
    fact: 'what counts for a loss limit',
    things: named(featuresRefusedWith('dailyLossLimit', 'weeklyLossLimit')),
    places: ['help/limits', 'limits.dayText', 'limits.weekText'],
  },
  {
    fact: 'what earns weight score',
    things: named(rewardKinds),
    places: ['help/weight-score', 'assets.weightSum'],
  },
];

test.each(facts.flatMap(({ places, ...fact }) => places.map((place) => ({ place, ...fact }))))(
  '$place says $fact, in every language',
  ({ place, things: all }) => {
    expect(all.length).toBeGreaterThan(1);
    const unsaid = locales.flatMap((locale) => {
      const text = searched(textAt(place, locale));
      return all
        .map((thing) => wordsFor(locale, thing))
        .filter((words) => !words.some((word) => text.includes(word)))
        .map((words) => `${locale}: ${words.join(' or ')}`);
    });
    expect(unsaid).toEqual([]);
  },
);

test.each([
  { place: 'help/weight-score', placeholder: 'weight', kinds: rewardKinds },
  { place: 'help/tasks-and-red-envelope', placeholder: 'task', kinds: taskKinds },
])('$place gives the points of each kind, in every language', ({ place, placeholder, kinds }) => {
  for (const locale of locales) {
    const text = textAt(place, locale);
    const unsaid = kinds.filter((kind) => !text.includes(`{${placeholder}.${kind}}`));
    expect(unsaid, locale).toEqual([]);
  }
});

/** The items of the list below a heading, or of the first list. */
function itemsOf(text: string, heading: number): readonly string[] {
  const section = text.split(/^## /m)[heading] ?? '';
  return section.split('\n').filter((line) => line.startsWith('- '));
}

test('the help of the daily draw lists each kind of entry', () => {
  for (const locale of locales)
    expect(itemsOf(textAt('help/daily-draw', locale), 1), locale).toHaveLength(entryKinds.length);
});

/** The reasons of the help by which a request can be refused; null for what is only typed wrongly, or passes by itself. */
const reasonOf: Readonly<Partial<Record<ErrorCode, string | null>>> = {
  amountMissing: null,
  passwordMissing: null,
  secondFactorMissing: null,
  amountInvalid: null,
  methodMissing: null,
  methodUnknown: null,
  withdrawalCommentInvalid: null,
  insufficientFunds: 'amount',
  withdrawalPasswordMissing: null,
  withdrawalPasswordUnset: 'password',
  withdrawalPasswordWrong: 'password',
  withdrawalPasswordLocked: 'password',
  cardUnset: 'destination',
  cardChanged: null,
  addressMissing: 'destination',
  addressInvalid: 'destination',
  nameMismatch: 'name',
  accountFrozen: 'frozen',
  withdrawalInReview: 'review',
};

test('the help of withdrawals lists every reason for a refusal, and no other', () => {
  const unknown = requestWithdrawal.errors.filter((code) => reasonOf[code] === undefined && !ofOwner.has(code));
  expect(unknown).toEqual([]);
  const reasons = new Set(requestWithdrawal.errors.map((code) => reasonOf[code]).filter(Boolean));
  for (const locale of locales)
    expect(itemsOf(textAt('help/how-to-withdraw', locale), 3), locale).toHaveLength(reasons.size);
});

/** Refusals of the proof that the owner asks: for a new address. */
const ofOwner: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'loginPasswordNeeded',
  'oldPasswordWrong',
  'signInLocked',
  'secondFactorNeeded',
  'secondFactorWrong',
  'secondFactorLocked',
]);

/** What the terms call the rows of each table about a member, by its row of the glossary. */
const thingsOfTables: Readonly<Record<string, string>> = {
  member: 'account name',
  session: 'device',
  sign_in: 'sign-in',
  security_act: 'security',
  authenticator: 'authenticator app',
  backup_code: 'backup code',
  passkey: 'passkey',
  password_request: 'password',
  account_recovery: 'security',
  withdrawal_password: 'password',
  withdrawal_password_reset: 'password',
  bank_card: 'bank card',
  account_freeze: 'freeze',
  loss_limit: 'limit',
  self_exclusion: 'self-exclusion',
  push_device: 'push message',
  notice_read_through: 'notification',
  notice_read: 'notification',
  notification_read_through: 'notification',
  notification_read: 'notification',
  notification_setting: 'notification',
  consent: 'terms',
  image: 'image',
  image_upload: 'image',
  support_chat: 'customer service',
  support_conversation: 'customer service',
  support_message: 'customer service',
  support_reply: 'customer service',
  operator_act: 'operator',
  member_note: 'notes about you',
  deposit: 'deposit',
  deposit_address: 'deposit',
  chain_transfer: 'deposit',
  withdrawal: 'withdrawal',
  plan: 'plan',
  holding: 'holding',
  round_follow: 'bet',
  round_order: 'bet',
  draw_client_seed: 'draw',
  draw: 'draw',
  donation: 'donation',
  weight_entry: 'points',
  check_in: 'check-in',
  member_act: 'points',
  task_collected: 'task',
  milestone: 'points',
  team_place: 'team',
  team_exit: 'team',
  team_points: 'points',
  team_reward: 'points',
};

test('the newest terms name what each table keeps about a member, in every language', () => {
  const [newest] = readdirSync(new URL('document/', folder))
    .filter((entry) => /^\d{3}-terms-v\d+$/.test(entry))
    .sort()
    .reverse();
  const unsaid = locales.flatMap((locale) => {
    const text = searched(textAt(`document/${newest?.slice(4)}`, locale));
    return Object.keys(exportedTables).flatMap((table) => {
      const words = wordsFor(locale, thingsOfTables[table] ?? table);
      return words.some((word) => text.includes(word)) ? [] : [`${locale}: ${table}, ${words.join(' or ')}`];
    });
  });
  expect(unsaid).toEqual([]);
});
