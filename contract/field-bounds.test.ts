import { expect, test } from 'vitest';
import { api } from './api.ts';
import { streamQuery } from './events.ts';
import {
  anyPassword,
  type Bounds,
  digits,
  type FieldBounds,
  longId,
  number,
  otherBounds,
  personName,
  place,
  problem,
  rowId,
  sha256,
  signs,
  text,
  version,
} from './field-bounds.fixture.ts';

const { content, identity, notifications, proofs, support } = api;

const bounds: readonly FieldBounds[] = [
  [content.getHelp, { id: { taken: ['ab', signs(40, '-')], refused: ['', 'a', signs(41), 'Ab'], as: 'helpUnknown' } }],
  [content.listHelp, { search: { taken: ['', signs(100)], refused: [signs(101)] } }],
  [content.listNotices, { before: longId('noticeUnknown') }],
  [
    content.getDocument,
    {
      id: { taken: ['terms', 'risk'], refused: ['', 'Terms'], as: 'documentUnknown' },
      version: version('documentUnknown'),
    },
  ],
  [content.acceptTerms, { version: version('documentUnknown') }],
  [
    identity.register,
    {
      username: { taken: [signs(6), signs(20)], refused: [signs(5), signs(21), 'zoe_007'], as: 'usernameInvalid' },
      password: {
        taken: ['abc123', `1${signs(15)}`],
        refused: ['abc12', `1${signs(16)}`, 'abcdef'],
        as: 'passwordInvalid',
      },
      repassword: { taken: [signs(100)], refused: [signs(101)], as: 'passwordsDiffer' },
      invite: { taken: [signs(4), signs(16)], refused: [signs(3), signs(17), 'CODE-1'], as: 'inviteUnknown' },
      code: { taken: ['x', signs(12)], refused: [signs(13), 'x 7', 'é'], as: 'captchaWrong' },
      adult: { taken: ['1', 'true', 'on'], refused: ['0', 'false', 'off', ''], as: 'adultRequired' },
    },
  ],
  [
    identity.signIn,
    {
      username: { taken: ['a', signs(64), 'Jürgen 7'], refused: [signs(65)], as: 'wrongCredentials' },
      password: anyPassword('wrongCredentials'),
      factor: { taken: ['1', signs(64)], refused: [signs(65)], as: 'secondFactorWrong' },
    },
  ],
  [identity.proveWork, { counter: number('captchaWrong'), key: sha256('captchaWrong') }],
  [identity.listSignIns, { before: rowId('signInUnknown') }],
  [
    identity.revokeSession,
    {
      session: { taken: [signs(24), 'others'], refused: ['', signs(23), signs(25), 'other'], as: 'sessionUnknown' },
      login: anyPassword('oldPasswordWrong'),
    },
  ],
  [identity.removePasskey, { passkey: rowId('passkeyUnknown') }],
  [
    identity.addPasskey,
    {
      name: {
        taken: ['a', signs(40), '📱 of Zoë!'],
        refused: [signs(41), ' ', 'a\nb', 'a\u202eb'],
        as: 'passkeyNameInvalid',
      },
    },
  ],
  [
    api.profile.updateProfile,
    {
      nickname: { taken: ['', signs(24), 'Zoë_7 .-'], refused: [signs(25), '<b>', 'a\nb'], as: 'nicknameInvalid' },
      realname: personName('realNameInvalid'),
      timezone: { taken: ['Etc/GMT+3', signs(61)], refused: ['', 'A', signs(62), '../etc'], as: 'timeZoneUnknown' },
    },
  ],
  [
    api['bank-card'].bindBankCard,
    {
      name: personName('cardNameInvalid'),
      number: {
        taken: [digits(12), '4242 4242-42424242'],
        refused: [digits(11), digits(41), '4242x42424242'],
        as: 'cardNumberInvalid',
      },
      bank: {
        taken: ['ING', `1${signs(59)}`, 'Banque (Suisse) & Co'],
        refused: ['a', signs(61), '<b>ab'],
        as: 'bankNameInvalid',
      },
    },
  ],
  [
    notifications.addPushDevice,
    {
      endpoint: { taken: [signs(1_000)], refused: [signs(1_001)], as: 'pushDeviceRefused' },
      p256dh: { taken: [signs(87), `${signs(87)}=`], refused: [signs(86), signs(88), ''], as: 'pushDeviceRefused' },
      auth: { taken: [signs(22), `${signs(22)}==`], refused: [signs(21), signs(23), ''], as: 'pushDeviceRefused' },
    },
  ],
  [
    notifications.removePushDevice,
    { id: { taken: [signs(24)], refused: [signs(23), signs(25)], as: 'pushDeviceUnknown' } },
  ],
  [
    notifications.listNotifications,
    {
      before: {
        taken: ['1', '1.2', '1.2.3.4.5', digits(20)],
        refused: ['1.2.3.4.5.6', digits(21), 'a'],
        as: 'notificationUnknown',
      },
    },
  ],
  [
    notifications.markNotificationsRead,
    {
      id: {
        taken: ['t1', `a${digits(20)}`],
        refused: ['', 't', `a${digits(21)}`, '11', 'T1'],
        as: 'notificationUnknown',
      },
    },
  ],
  [api.draws.getDrawTranscript, { day: number('dayUnknown') }],
  [api.rounds.getDayTranscript, { day: number('dayUnknown') }],
  [proofs.listBalanceRoots, { after: number('balanceTreeUnknown') }],
  [proofs.getReplayDay, { day: { taken: ['0', digits(5)], refused: ['', digits(6), '-1'], as: 'replayDayUnknown' } }],
  [proofs.getMinutes, { from: { taken: ['0', digits(14)], refused: ['', digits(15), '-1'], as: 'intervalUnknown' } }],
  [proofs.listClosedCandles, { from: { taken: ['0', digits(14)], refused: ['', digits(15)], as: 'intervalUnknown' } }],
  [
    support.sendMessage,
    {
      id: {
        taken: [signs(16), signs(40, '-')],
        refused: ['', signs(15), signs(41), signs(16, '_')],
        as: 'messageIdInvalid',
      },
      text: text(2_000, 'messageInvalid'),
      image: longId('imageUnknown'),
      pinned: longId('pinUnknown'),
    },
  ],
  [
    support.listMessages,
    {
      before: place('messageUnknown'),
      search: { taken: ['', signs(100)], refused: [signs(101), 'a\nb', '\ud800'], as: 'fieldInvalid' },
    },
  ],
  [
    support.rateConversation,
    {
      conversation: place('conversationUnknown'),
      stars: { taken: ['1', '5'], refused: ['', '0', '6', '4.5'], as: 'ratingMissing' },
    },
  ],
  [support.getChatTranscript, { after: place('messageUnknown') }],
  [api['own-data'].deleteOwnData, { login: anyPassword('oldPasswordWrong') }],
  [api.security.listSecurityActs, { before: rowId('securityActUnknown') }],
  [
    api.invitations.getInviter,
    { code: { taken: [signs(4), signs(16)], refused: [signs(3), signs(17)], as: 'inviteUnknown' } },
  ],
  [
    api.market.listMarkets,
    { coin: { taken: ['AB', signs(12, 'A')], refused: ['A', signs(13, 'A'), 'eth'], as: 'coinUnknown' } },
  ],
];

test.each(bounds.map((one) => [one[0].path, ...one] as const))(
  'the fields of %s are taken up to their bounds, and refused with their own codes beyond',
  (_path, operation, fields) => expect(otherBounds(operation, fields)).toEqual([]),
);

test('a stream is asked for by an account’s name and the newest transfer that a page saw', () => {
  const fields: Readonly<Record<string, Bounds>> = {
    account: { taken: [signs(6), signs(20)], refused: ['', signs(5), signs(21), 'zoe 007'] },
    after: { taken: ['', '0', digits(19)], refused: [digits(20), '-1', 'x'] },
  };
  for (const [field, { taken, refused }] of Object.entries(fields)) {
    for (const value of taken) expect([value, problem(streamQuery, field, value)]).toEqual([value, null]);
    for (const value of refused) expect([value, problem(streamQuery, field, value)]).not.toEqual([value, null]);
  }
});

test('the answer of a passkey is read up to a length', () => {
  const answer = { id: 'a', rawId: 'a', type: 'public-key', response: { clientDataJSON: 'a', attestationObject: 'a' } };
  const sent = (spaces: number) =>
    problem(identity.addPasskey.input, 'credential', JSON.stringify(answer) + signs(spaces, ' '));
  const most = 32_768 - JSON.stringify(answer).length;
  expect([sent(0), sent(most), sent(most + 1)]).toEqual([null, null, 'passkeyUnreadable']);
  const binary = (length: number) =>
    problem(identity.addPasskey.input, 'credential', JSON.stringify({ ...answer, rawId: signs(length) }));
  expect([binary(8_192), binary(8_193)]).toEqual([null, 'passkeyUnreadable']);
});
