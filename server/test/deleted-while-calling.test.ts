import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { operations } from '#contract/api.ts';
import { envelope } from '#contract/envelope.ts';
import { fire, newOperator } from './fuzz-requests.fixture.ts';
import { plainShot } from './fuzz-shots.fixture.ts';
import { picture } from './image-world.fixture.ts';
import { code, type MoneyWorld, openMoneyWorld } from './money-world.fixture.ts';
import { loginPassword, Phone, type PhoneResponse } from './phone.fixture.ts';

let world: MoneyWorld;
let operator: string;

beforeAll(async () => {
  world = await openMoneyWorld({ clockSpeed: 1 });
  operator = await newOperator(world.database.owner);
});
afterAll(() => world.close());

let members = 0;

interface Leaving {
  readonly phone: Phone;
  readonly username: string;
  readonly memberId: bigint;
}

async function newMember(): Promise<Leaving> {
  const username = `leaving${members++}`;
  const phone = new Phone(world.app.address);
  await phone.register(username, code);
  const { rows } = await world.database.owner.query('select id from member where username = $1', [username]);
  return { phone, username, memberId: rows[0].id };
}

const erase = 'insert into member_deletion (member_id) values ($1)';

/** Makes the call while the account's deletion is being committed: it is decided after that. */
async function whileDeleted<Answer>({ memberId }: Leaving, call: () => Promise<Answer>): Promise<Answer> {
  const client = await world.database.owner.connect();
  try {
    await client.query('begin');
    await client.query(erase, [memberId]);
    const answering = call();
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await world.database.owner.query(waiting)).rowCount).toBeGreaterThan(0);
    await client.query('commit');
    return await answering;
  } finally {
    // With a transaction that is still open after a failure.
    client.release(true);
  }
}

const answerOf = ({ status, code: refusal }: PhoneResponse) => `${status} ${refusal}`;

const pictureForm = async (): Promise<FormData> => {
  const form = new FormData();
  form.append('image', new Blob([new Uint8Array(await picture(1))]), 'x.png');
  return form;
};

async function numberOf({ phone }: Leaving): Promise<string> {
  const { url } = await phone.get('/api/wallet');
  return String((url as { userid: unknown }).userid);
}

/** A call of an operator: reads without fields, else writes them. */
async function asOperator(path: string, fields?: Readonly<Record<string, string>>): Promise<string> {
  const response = await fetch(`${world.app.address}/api${path}`, {
    method: fields ? 'POST' : 'GET',
    headers: { cookie: operator, 'x-clearlot': '1' },
    ...(fields && { body: new URLSearchParams(fields) }),
  });
  return `${response.status} ${envelope.parse(await response.json()).code}`;
}

const message = (text: string) => ({ id: randomUUID(), text });
const limit = { period: 'day', amount: '500' };

test.each<[string, (one: Leaving) => Promise<PhoneResponse>]>([
  ['a deposit', ({ phone }) => phone.post('/Finance/recharge', { channel: 'sandbox', amount: '100' })],
  ['a freeze', ({ phone }) => phone.post('/security/freeze')],
  ['a check-in', ({ phone }) => phone.get('/User/signin')],
  ['a first message', ({ phone }) => phone.post('/chat/send', message('first'))],
  ['a new name', ({ phone }) => phone.post('/User/upinfo', { nickname: 'Late' })],
  ['an authenticator app', ({ phone }) => phone.post('/account/authenticator/start')],
  ['a loss limit', ({ phone }) => phone.post('/limits/loss', limit)],
  ['a notice that was read', ({ phone }) => phone.post('/notifications/settings', { setting: 'plans', on: '0' })],
  ['an upload', async ({ phone }) => phone.send('/api/image', await pictureForm())],
])('%s of a member whose account is deleted meanwhile meets the end of the session', async (_name, call) => {
  const one = await newMember();
  expect(answerOf(await whileDeleted(one, () => call(one)))).toBe('401 sessionExpired');
});

test('so do a later message and a withdrawal password, and a message with an image finds none', async () => {
  const [one, other, third] = [await newMember(), await newMember(), await newMember()];
  for (const { phone } of [one, other]) expect((await phone.post('/chat/send', message('earlier'))).status).toBe(200);
  const { url } = await other.phone.send('/api/image', await pictureForm());
  const image = String((url as { id: unknown }).id);
  const late = () => one.phone.post('/chat/send', message('later'));
  const pictured = () => other.phone.post('/chat/send', { ...message('a picture'), image });
  expect(answerOf(await whileDeleted(one, late))).toBe('401 sessionExpired');
  // The image went with the account.
  expect(answerOf(await whileDeleted(other, pictured))).toBe('404 imageUnknown');
  await third.phone.drawCaptcha();
  const password = { password: 'funds123', repassword: 'funds123', code, login: loginPassword };
  expect(answerOf(await whileDeleted(third, () => third.phone.post('/User/uppp', password)))).toBe(
    '401 sessionExpired',
  );
});

test('a sign-in to the account meets what an unknown name does, and so does a request for a new password', async () => {
  const [one, other] = [await newMember(), await newMember()];
  const visitor = new Phone(world.app.address);
  const signIn = () => visitor.post('/Login/walletLogin', { username: one.username, password: loginPassword });
  expect(answerOf(await whileDeleted(one, signIn))).toBe('422 wrongCredentials');
  await visitor.drawCaptcha();
  const form = { username: other.username, password: 'newer88bird', repassword: 'newer88bird', code };
  const asked = await whileDeleted(other, () => visitor.post('/login/password/request', form));
  expect([answerOf(asked), asked.url]).toEqual(['200 undefined', { request: expect.stringMatching(/^\w{16}$/) }]);
  const { rows } = await world.database.owner.query('select member_id from password_request');
  expect(rows).toEqual([{ member_id: null }]);
});

test('an operator who acts on the member or looks finds that there is none', async () => {
  const acts = ['freeze', 'sessions/end'] as const;
  for (const act of acts) {
    const one = await newMember();
    const member = await numberOf(one);
    const acting = () => asOperator(`/operator/members/${act}`, { member, reason: 'asked by telephone' });
    expect([act, await whileDeleted(one, acting)]).toEqual([act, '404 memberUnknown']);
  }
  const one = await newMember();
  const member = await numberOf(one);
  const looking = () => asOperator(`/operator/members/detail/${member}`);
  expect(await whileDeleted(one, looking)).toBe('404 memberUnknown');
  const writing = await newMember();
  await writing.phone.post('/chat/send', message('hello'));
  const chat = new URLSearchParams({ member: await numberOf(writing) });
  expect(await whileDeleted(writing, () => asOperator(`/operator/chat/log?${chat}`))).toBe('404 chatUnknown');
});

test('no call of a member whose account was deleted fails, as long as a node still knows the session', async () => {
  const shots = operations.filter(({ operation }) => operation.access === 'member').map(plainShot);
  const faults: string[] = [];
  const refused = new Set<string>();
  for (let from = 0; from < shots.length; from += 20) {
    const { phone, memberId } = await newMember();
    expect((await phone.get('/api/wallet')).status).toBe(200);
    // In the database alone: the nodes have the session in their caches, and no event of the deletion is published.
    await world.database.owner.query(erase, [memberId]);
    for (const shot of shots.slice(from, from + 20)) {
      const { status, fault } = await fire(world.app.address, shot, phone.cookie, `late-${shot.name}`);
      if (fault !== null) faults.push(`${shot.name}: ${fault}`);
      if (status === 401) refused.add(shot.name);
    }
  }
  expect(faults).toEqual([]);
  expect(shots.length).toBeGreaterThan(80);
  expect(refused.size).toBeLessThan(30);
  expect([...refused]).toEqual(expect.arrayContaining(['requestDeposit', 'getAccountInfo', 'getInvitation']));
});

test('a message and the deletion of its chat do not wait for each other in a circle', async () => {
  const { owner, pool } = world.database;
  const { phone, memberId } = await newMember();
  await phone.post('/chat/send', message('earlier'));
  const send = (id: string) =>
    pool.query(
      `select outcome from send_support_message($1, 'member', null, $2, 'late', null, null, null, '{}', 500)`,
      [memberId, id],
    );
  const stateOf = (query: Promise<unknown>) =>
    query.then(
      () => 'done',
      ({ code: state }: { code?: string }) => state,
    );
  const waiting = async () =>
    (await owner.query(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`))
      .rowCount;
  const holding = await owner.connect();
  try {
    await holding.query('begin');
    // The deletion has reached the sessions, with the chat behind it and the member before it.
    await holding.query('select from session where member_id = $1 for update', [memberId]);
    const deleting = stateOf(owner.query(erase, [memberId]));
    await expect.poll(waiting).toBe(1);
    const sending = stateOf(send('late-message'));
    await expect.poll(waiting).toBe(2);
    await holding.query('commit');
    expect([await deleting, await sending]).toEqual(['done', 'AO002']);
  } finally {
    holding.release(true);
  }
});
