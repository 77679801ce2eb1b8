import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { operations } from './api.ts';
import { isForOperators, type NamedOperation, type Operation } from './operation.ts';
import { operatorReasonField } from './operator-fields.ts';

interface PermittedField {
  /** Why it can set neither a balance nor a result. */
  readonly why: string;
  /** The operations that take it; left out: any. */
  readonly only?: readonly string[];
}

/** What an operator may send: a field that is missing here fails the test below until somebody says why it may be sent. */
const permitted: Readonly<Record<string, PermittedField>> = {
  aboutEn: { why: 'a text of a cause', only: ['proposeCause'] },
  aboutJp: { why: 'a text of a cause', only: ['proposeCause'] },
  aboutTc: { why: 'a text of a cause', only: ['proposeCause'] },
  aboutZh: { why: 'a text of a cause', only: ['proposeCause'] },
  account: {
    why: 'which fund of the house receives, not whose balance is what: the posting takes two operators',
    only: ['proposeFunding'],
  },
  act: { why: 'narrows the log', only: ['listOperatorActs'] },
  after: { why: 'where a page of a list begins' },
  amount: {
    why: 'of one posting between accounts of the house, which takes two operators',
    only: ['proposeFunding', 'proposeDisbursement'],
  },
  asset: { why: 'what a charity is paid in, which takes two operators', only: ['proposeDisbursement'] },
  before: { why: 'where a page of a list begins' },
  body: { why: 'a text', only: ['saveDraft'] },
  cause: {
    why: 'names what the charity’s money is for: its payment and its texts take two operators',
    only: ['proposeDisbursement', 'proposeCause'],
  },
  code: { why: 'the captcha of a sign-in', only: ['signInOperator'] },
  conversation: { why: 'which conversation was seen', only: ['closeConversation'] },
  credential: { why: 'the operator’s own passkey' },
  deposit: { why: 'names a deposit that nothing came in for', only: ['markDepositProof', 'refuseDeposit'] },
  decision: { why: 'approved or refused, on what another operator or a member asked for', only: ['decideApproval'] },
  factor: { why: 'the operator’s own code' },
  first: { why: 'a prize of days to come, which takes two operators', only: ['proposePrizes'] },
  firstNumbers: { why: 'how likely a prize of days to come is, which takes two operators', only: ['proposePrizes'] },
  fourth: { why: 'a prize of days to come, which takes two operators', only: ['proposePrizes'] },
  fourthNumbers: { why: 'how likely a prize of days to come is, which takes two operators', only: ['proposePrizes'] },
  from: {
    why: 'from when a change of a product holds, never for what is placed',
    only: ['proposeProductChange', 'proposeCause', 'proposePrizes', 'proposeBands'],
  },
  hash: { why: 'of what the operator saw' },
  id: { why: 'names what is read, answered or decided on' },
  item: { why: 'names a product', only: ['proposeProductChange'] },
  kind: { why: 'names what is read, written or decided on' },
  level2: { why: 'from which score a level opens to new plans, which takes two operators', only: ['proposeBands'] },
  level3: { why: 'from which score a level opens to new plans, which takes two operators', only: ['proposeBands'] },
  level4: { why: 'from which score a level opens to new plans, which takes two operators', only: ['proposeBands'] },
  level5: { why: 'from which score a level opens to new plans, which takes two operators', only: ['proposeBands'] },
  locale: { why: 'the language of a text' },
  maximum: { why: 'most of one new order', only: ['proposeProductChange'] },
  member: { why: 'names a member' },
  minimum: { why: 'least of one new order', only: ['proposeProductChange'] },
  name: { why: 'of the operator’s own passkey', only: ['enrolOperatorPasskey'] },
  nameEn: { why: 'a text of a cause', only: ['proposeCause'] },
  nameJp: { why: 'a text of a cause', only: ['proposeCause'] },
  nameTc: { why: 'a text of a cause', only: ['proposeCause'] },
  nameZh: { why: 'a text of a cause', only: ['proposeCause'] },
  newest: {
    why: 'which published version was seen',
    only: ['publishContent', 'putBackContent', 'withdrawContent'],
  },
  open: {
    why: 'whether a product takes new orders, or a cause new disbursements',
    only: ['proposeProductChange', 'proposeCause'],
  },
  operator: { why: 'names an operator' },
  password: { why: 'the operator’s own' },
  position: { why: 'of a message', only: ['openPinnedObject'] },
  queue: { why: 'narrows the inbox', only: ['listConversations'] },
  rate: { why: 'interest of a day of new subscriptions, which takes two operators', only: ['proposeProductChange'] },
  reason: { why: 'for the log' },
  receipt: { why: 'the charity’s receipt', only: ['proposeDisbursement'] },
  repassword: { why: 'the operator’s own' },
  request: { why: 'names what the owner asked for: the recovery takes two operators', only: ['proposeRecovery'] },
  role: { why: 'of an operator' },
  search: { why: 'the beginning of a name, or words of a message', only: ['searchMembers', 'readConversation'] },
  second: { why: 'a prize of days to come, which takes two operators', only: ['proposePrizes'] },
  secondNumbers: { why: 'how likely a prize of days to come is, which takes two operators', only: ['proposePrizes'] },
  session: { why: 'of an operator' },
  text: { why: 'a text', only: ['answerConversation', 'saveSnippet', 'addMemberNote'] },
  third: { why: 'a prize of days to come, which takes two operators', only: ['proposePrizes'] },
  thirdNumbers: { why: 'how likely a prize of days to come is, which takes two operators', only: ['proposePrizes'] },
  through: {
    why: 'how far messages or requests were seen',
    only: ['markConversationSeen', 'answerConversation', 'sendChatImage', 'closeConversation', 'closePasswordRequests'],
  },
  to: { why: 'names the operator who takes a conversation on', only: ['assignConversation'] },
  title: { why: 'of a text', only: ['saveDraft', 'saveSnippet'] },
  token: { why: 'of the operator’s own enrolment link' },
  unsound: { why: 'narrows the checks of the books', only: ['listTrialBalanceChecks'] },
  version: { why: 'of a text' },
};

/** The operations that lead to a posting: each asks for one, and a second operator makes it happen. */
const moneyOperations = ['proposeDisbursement', 'proposeFunding'];

const forOperators = operations.filter(({ operation }) => isForOperators(operation));

function schemaOf({ input }: Pick<Operation, 'input'>): {
  readonly fields: readonly string[];
  readonly isClosed: boolean;
} {
  const { properties = {}, additionalProperties } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
  return { fields: Object.keys(properties), isClosed: additionalProperties === false };
}

/** Fields that nobody permitted, as "operation: field", and "operation: any" where the input takes whatever is sent. */
function tooMuch(given: readonly Pick<NamedOperation, 'name' | 'operation'>[]): string[] {
  return given.flatMap(({ name, operation }) => {
    const { fields, isClosed } = schemaOf(operation);
    const wrong = fields.filter((field) => {
      const rule = permitted[field];
      return !rule || (rule.only && !rule.only.includes(name));
    });
    return [...(isClosed ? [] : [`${name}: any`]), ...wrong.map((field) => `${name}: ${field}`)];
  });
}

test('the reason of an act is a few words in one line', () => {
  const problem = (reason?: string) => z.safeDecode(operatorReasonField, reason as never).error?.issues[0]?.message;
  expect([problem('for'), problem('x'.repeat(200))]).toEqual([undefined, undefined]);
  expect([problem(), problem('')]).toEqual(['actReasonMissing', 'actReasonMissing']);
  for (const wrong of ['ab', 'x'.repeat(201), 'two\nlines', 'turned \u202e around'])
    expect(problem(wrong), wrong).toBe('actReasonInvalid');
});

test('no operation for operators takes a balance, a result or what decides one: each field is listed with its reason', () => {
  expect(forOperators.filter(({ operation: { access } }) => typeof access === 'object').length).toBeGreaterThan(40);
  expect(tooMuch(forOperators)).toEqual([]);
});

test('a field that is not sent any more leaves the list, and so does an operation', () => {
  const sent = new Set(forOperators.flatMap(({ operation }) => schemaOf(operation).fields));
  expect(Object.keys(permitted).filter((field) => !sent.has(field))).toEqual([]);
  const names = new Set(forOperators.map(({ name }) => name));
  const named = [...Object.values(permitted).flatMap(({ only = [] }) => only), ...moneyOperations];
  expect(named.filter((name) => !names.has(name))).toEqual([]);
});

test('the operations for operators that move money ask a second operator, and no other takes an amount', () => {
  const moving = forOperators.filter(({ operation: { effect } }) => effect === 'money').map(({ name }) => name);
  expect(moving.sort()).toEqual(moneyOperations);
  const withAmount = forOperators.filter(({ operation }) => schemaOf(operation).fields.includes('amount'));
  expect(withAmount.map(({ name }) => name).sort()).toEqual(moneyOperations);
});

test('the reading finds a field for a balance, an amount where none belongs, and an input that takes anything', () => {
  const [one] = forOperators.filter(({ name }) => name === 'freezeMember');
  if (!one) throw new Error('there is no such operation');
  const planted = (input: Operation['input']) =>
    tooMuch([{ name: 'freezeMember', operation: { ...one.operation, input } }]);
  expect(planted(one.operation.input)).toEqual([]);
  expect(planted(z.strictObject({ member: z.string(), newBalance: z.string() }))).toEqual(['freezeMember: newBalance']);
  expect(planted(z.strictObject({ member: z.string(), amount: z.string() }))).toEqual(['freezeMember: amount']);
  expect(planted(z.looseObject({ member: z.string() }))).toEqual(['freezeMember: any']);
});
