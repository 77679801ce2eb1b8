import { expect, test } from 'vitest';
import { api } from './api.ts';
import {
  digits,
  type FieldBounds,
  hash,
  id,
  longId,
  memberNumber,
  number,
  otherBounds,
  reason,
  rowId,
  sha256,
  signs,
  text,
  version,
} from './field-bounds.fixture.ts';

const { content, identity, operators, products, support } = api;

const bounds: readonly FieldBounds[] = [
  [
    content.saveDraft,
    {
      id: { taken: ['ab', signs(40), id], refused: ['', 'a', signs(41), id.slice(1)], as: 'contentUnknown' },
      title: { taken: ['', signs(200)], refused: [signs(201)], as: 'contentTooLong' },
      body: { taken: ['', signs(6_000)], refused: [signs(6_001)], as: 'contentTooLong' },
      hash: { taken: ['', hash], refused: [hash.slice(1), `${hash}f`], as: 'draftChanged' },
    },
  ],
  [content.putBackContent, { version: version('contentUnknown'), reason }],
  [content.getContentVersion, { version: version('contentUnknown') }],
  [identity.listPasswordRequests, { after: memberNumber('recordUnknown') }],
  [
    identity.closePasswordRequests,
    { through: { taken: ['0', digits(14)], refused: ['', digits(15), '-1'], as: 'passwordRequestUnknown' } },
  ],
  [identity.listOpenRecoveries, { after: longId('recordUnknown') }],
  [identity.listEndedRecoveries, { before: longId('recordUnknown') }],
  [
    identity.proposeRecovery,
    { member: memberNumber('memberUnknown'), request: longId('passwordRequestUnknown'), reason },
  ],
  [
    operators.createOperator,
    {
      operator: {
        taken: ['an', `a${signs(39, '.')}`],
        refused: ['a', signs(41), 'Anna', '1anna', 'a b'],
        as: 'operatorInvalid',
      },
      reason,
    },
  ],
  [
    operators.enrolOperatorAuthenticator,
    {
      token: { taken: [signs(43)], refused: ['', signs(42), signs(44)], as: 'operatorLinkInvalid' },
      password: { taken: [signs(12), signs(64)], refused: [signs(11), signs(65)], as: 'operatorPasswordInvalid' },
    },
  ],
  [
    operators.decideApproval,
    {
      id: {
        taken: ['0.a', `${digits(18)}.${signs(40)}`],
        refused: ['', 'a', '.a', '0.', `${digits(19)}.a`, `0.${signs(41)}`],
        as: 'approvalUnknown',
      },
      hash: sha256('approvalChanged'),
      reason,
    },
  ],
  [
    operators.listOperatorActs,
    {
      before: { taken: ['0', digits(18)], refused: ['', digits(19), '-1'], as: 'operatorActUnknown' },
      member: memberNumber('memberUnknown'),
    },
  ],
  [
    operators.revokeOperatorSession,
    { session: { taken: [signs(24)], refused: [signs(23), 'others'], as: 'sessionUnknown' } },
  ],
  [
    api.members.searchMembers,
    { search: { taken: ['a', signs(20)], refused: [signs(21), 'a%', 'a b'], as: 'fieldInvalid' } },
  ],
  [api.members.listMemberActs, { member: memberNumber('memberUnknown'), before: rowId('recordUnknown') }],
  [api.members.addMemberNote, { text: text(500, 'noteInvalid') }],
  [
    products.proposeProductChange,
    {
      item: { taken: ['1', signs(20)], refused: ['', signs(21), 'A'], as: 'offerUnknown' },
      rate: number('offerRateInvalid'),
      open: { taken: ['0', '1'], refused: ['', 'true'], as: 'fieldInvalid' },
      from: { taken: [digits(12), digits(14)], refused: ['', digits(11), digits(15)], as: 'fieldInvalid' },
      reason,
    },
  ],
  [
    products.proposeCause,
    Object.fromEntries(
      ['En', 'Zh', 'Tc', 'Jp'].flatMap((language) => [
        [`name${language}`, { taken: ['', signs(60)], refused: [signs(61)], as: 'causeInvalid' }],
        [`about${language}`, { taken: ['', signs(300)], refused: [signs(301)], as: 'causeInvalid' }],
      ]),
    ),
  ],
  [products.proposePrizes, { firstNumbers: number('prizesInvalid') }],
  [products.proposeBands, { level5: number('bandsInvalid') }],
  [products.listProductChanges, { before: longId('recordUnknown') }],
  [
    support.listConversations,
    {
      before: {
        taken: ['1.1', `${digits(16)}.${digits(19)}`],
        refused: ['1', `${digits(17)}.1`, `1.${digits(20)}`],
        as: 'chatUnknown',
      },
    },
  ],
  [
    support.saveSnippet,
    {
      id: longId('snippetUnknown'),
      title: { taken: ['a', signs(60)], refused: ['', ' ', signs(61), 'a\nb'], as: 'snippetTitleMissing' },
      text: text(2_000, 'messageInvalid'),
    },
  ],
];

test.each(bounds.map((one) => [one[0].path, ...one] as const))(
  'the fields of %s are taken up to their bounds, and refused with their own codes beyond',
  (_path, operation, fields) => expect(otherBounds(operation, fields)).toEqual([]),
);
