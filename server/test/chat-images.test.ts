import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chatMessagesOfDayMax } from '#contract/support-schemas.ts';
import { openImages } from '#server/features/images/images-feature.ts';
import { listMessages } from '#server/features/support/list-messages.ts';
import { sendChatImage } from '#server/features/support/send-chat-image.ts';
import { sendMessage } from '#server/features/support/send-message.ts';
import { openSupport } from '#server/features/support/support-feature.ts';
import { untilLockWait } from '#server/platform/database/lock-waits.fixture.ts';
import { createTestDatabase, type TestDatabase } from '#server/platform/database/test-database.ts';
import { memberNumbers } from '#server/platform/member-number.ts';
import { changeOperator, insertOperators } from '#server/platform/operators/operators.fixture.ts';
import { insertMember } from '#server/test/member-row.fixture.ts';

let database: TestDatabase;
const numbers = memberNumbers(Buffer.alloc(32, 7));
const by = { operator: 'ann', role: 'support' } as const;

beforeAll(async () => {
  database = await createTestDatabase();
  await insertOperators(database.owner, { ann: 'support' });
});
afterAll(() => database.drop());

const picture = (red: number) =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: { r: red, g: 20, b: 20 } } })
    .withExifMerge({ IFD0: { Copyright: 'a place that nobody should learn' } })
    .jpeg()
    .toBuffer();

const events = {
  memberEvents: { publish: async () => undefined },
  operatorEvents: { publish: async () => undefined },
};
const readObject = async () => null;

async function chat() {
  const images = openImages({ pool: database.pool, clock: { now: () => Date.UTC(2026, 0, 1) } });
  const told: bigint[] = [];
  const publish = async (memberId: bigint) => void told.push(memberId);
  const own = {
    ...{ pool: database.pool, memberNumbers: numbers, events: { publish }, images },
    ...{ sentImages: images, ownsObject: async () => true, suggestHelp: () => [] },
  };
  const memberId = await insertMember(database);
  await sendMessage(own, memberId, { id: randomUUID(), text: 'What does it look like?' }, 'en');
  return { own, images, told, memberId, member: numbers.numberOf(memberId) };
}

test('an operator’s image is drawn afresh and is the member’s; sent again it is the same message, of another picture it is refused', async () => {
  const { own, images, told, memberId, member } = await chat();
  const id = randomUUID();
  const [one, other] = [await picture(200), await picture(20)];
  const sent = await sendChatImage(own, by, { member, id, through: 2 }, one);
  expect(sent).toMatchObject({ author: 'operator', text: '', position: 3 });
  // The question, and the image.
  expect(told).toEqual([memberId, memberId]);
  expect(await sendChatImage(own, by, { member, id, through: 2 }, one)).toEqual(sent);
  await expect(sendChatImage(own, by, { member, id, through: 2 }, other)).rejects.toMatchObject({
    code: 'messageIdReused',
  });
  // What was sent twice is one act, and what was refused none.
  const acts = await database.pool.query('select act from operator_act where member_id = $1', [memberId]);
  expect(acts.rows).toEqual([{ act: 'chatAnswered' }]);
  const kept = await images.read(memberId, sent.image ?? '');
  expect(kept?.subarray(8, 12).toString()).toBe('WEBP');
  expect(kept?.toString('latin1')).not.toContain('nobody should learn');
  const { messages } = await listMessages(database.pool, memberId, {});
  expect(messages.find(({ author }) => author === 'operator')?.image).toBe(sent.image);
  const { rows } = await database.pool.query('select count(*)::int as count from image where member_id = $1', [
    memberId,
  ]);
  expect(rows[0].count).toBe(1);
  const another = await insertMember(database);
  expect(await images.read(another, sent.image ?? '')).toBeNull();
  // What came while the operator looked for the picture is neither answered nor seen.
  await sendMessage(own, memberId, { id: randomUUID(), text: 'And from behind?' }, 'en');
  await sendChatImage(own, by, { member, id: randomUUID(), through: 3 }, other);
  expect(await listMessages(database.pool, memberId, {})).toMatchObject({ seen: 3, answered: 3 });
});

test('an operator sees images of messages alone, and that one was seen is recorded for the member', async () => {
  const { own, memberId, member } = await chat();
  await uploadedBy(memberId, 'SENT1');
  await uploadedBy(memberId, 'KEPT1');
  await sendMessage(own, memberId, { id: randomUUID(), text: '', image: 'SENT1' }, 'en');
  const [file] = openSupport({ ...own, ...events, readObject }).files ?? [];
  if (file === undefined || !('readAsOperator' in file)) throw new Error('operators read no file');
  const seen = async () => {
    const { rows } = await database.pool.query<{ act: string }>(
      'select act from operator_act where member_id = $1 and operator = $2',
      [memberId, by.operator],
    );
    return rows.map(({ act }) => act);
  };
  const ann = { ...by, locale: 'en' } as const;
  for (const name of [`${member}-KEPT1`, `${member}-`, `${'9'.repeat(16)}-SENT1`, 'SENT1'])
    expect(await file.readAsOperator(ann, name), name).toBeNull();
  expect(await seen()).toEqual([]);
  expect(await file.readAsOperator(ann, `${member}-SENT1`)).toMatchObject({ type: 'image/webp' });
  expect(await seen()).toEqual(['memberViewed']);
});

test('what is no image is refused and leaves nothing, and so is one for a chat that nobody opened', async () => {
  const { own, memberId, member } = await chat();
  const send = (bytes: Buffer, to = member) =>
    sendChatImage(own, by, { member: to, id: randomUUID(), through: 2 }, bytes);
  await expect(send(Buffer.from('<svg onload="alert(1)"/>'))).rejects.toMatchObject({ code: 'imageKindUnknown' });
  const broken = (await picture(200)).subarray(0, 300);
  await expect(send(broken)).rejects.toMatchObject({ name: 'Refusal' });
  const silent = numbers.numberOf(await insertMember(database));
  await expect(send(await picture(200), silent)).rejects.toMatchObject({ code: 'chatUnknown' });
  await changeOperator(database.owner, 'ann', 'ended');
  await expect(send(await picture(200))).rejects.toMatchObject({ code: 'notPermitted' });
  const { rows } = await database.pool.query('select from image where member_id = $1', [memberId]);
  expect(rows).toEqual([]);
});

test('the picture of a refused message is free: another message may have it', async () => {
  const { own, images, memberId } = await chat();
  await uploadedBy(memberId, 'I1');
  const [id, other] = [randomUUID(), randomUUID()];
  await sendMessage(own, memberId, { id, text: 'no picture' }, 'en');
  const reused = sendMessage(own, memberId, { id, text: 'a picture', image: 'I1' }, 'en');
  await expect(reused).rejects.toMatchObject({ code: 'messageIdReused' });
  const sent = await sendMessage(own, memberId, { id: other, text: 'a picture', image: 'I1' }, 'en');
  expect(sent).toMatchObject({ image: 'I1' });
  expect(await sendMessage(own, memberId, { id: other, text: 'a picture', image: 'I1' }, 'en')).toEqual(sent);
  const used = sendMessage(own, memberId, { id: randomUUID(), text: 'again', image: 'I1' }, 'en');
  await expect(used).rejects.toMatchObject({ code: 'imageUsed' });
  const strange = sendMessage(own, await insertMember(database), { id: randomUUID(), text: '', image: 'I1' }, 'en');
  await expect(strange).rejects.toMatchObject({ code: 'imageUnknown' });
  expect(await images.read(memberId, 'I1')).not.toBeNull();
});

test('a message with an image waits for its chat before it holds the image: in the order of an account’s deletion', async () => {
  const { own, memberId } = await chat();
  await uploadedBy(memberId, 'I4');
  const client = await database.owner.connect();
  try {
    await client.query('begin');
    await client.query('select from support_chat where member_id = $1 for update', [memberId]);
    const sending = sendMessage(own, memberId, { id: randomUUID(), text: '', image: 'I4' }, 'en');
    await untilLockWait(database.pool, sending);
    await client.query(`select from image where member_id = $1 and id = 'I4' for update nowait`, [memberId]);
    await client.query('commit');
    expect(await sending).toMatchObject({ image: 'I4' });
  } finally {
    client.release(true);
  }
});

test('an operator’s image waits for the chat as well, so that two of one press are one message, and a deletion and it wait in no circle', async () => {
  const { own, memberId, member } = await chat();
  await insertOperators(database.owner, { bea: 'support' });
  const id = randomUUID();
  const bytes = await picture(120);
  const client = await database.owner.connect();
  try {
    await client.query('begin');
    await client.query('select from support_chat where member_id = $1 for update', [memberId]);
    const sending = Promise.all(
      [0, 1].map(() => sendChatImage(own, { ...by, operator: 'bea' }, { member, id, through: 2 }, bytes)),
    );
    await untilLockWait(database.pool, sending, 2);
    // As the deletion of the account does, behind the chat.
    await client.query('select from member where id = $1 for update nowait', [memberId]);
    await client.query('commit');
    const [one, other] = await sending;
    expect(one).toEqual(other);
  } finally {
    client.release(true);
  }
  const { rows } = await database.pool.query('select from image where member_id = $1', [memberId]);
  expect(rows).toHaveLength(1);
});

test('a message with an image pins nothing of another member', async () => {
  const { own, memberId } = await chat();
  const pinned = { id: randomUUID(), text: '', image: 'I5', pin: 'plan', pinned: '0'.repeat(16) } as const;
  const sending = sendMessage({ ...own, ownsObject: async () => false }, memberId, pinned, 'en');
  await expect(sending).rejects.toMatchObject({ code: 'pinUnknown' });
});

test('a full day of messages leaves the picture unclaimed, and the reuse of an id nothing of what was sent under it', async () => {
  const { own, memberId } = await chat();
  await uploadedBy(memberId, 'I2');
  await uploadedBy(memberId, 'I3');
  const id = randomUUID();
  await sendMessage(own, memberId, { id, text: 'sent', image: 'I2' }, 'en');
  const reused = sendMessage(own, memberId, { id, text: 'another text', image: 'I2' }, 'en');
  await expect(reused).rejects.toMatchObject({ code: 'messageIdReused' });
  await database.owner.query(
    `insert into support_message (member_id, position, conversation, author, message_id, text, sent_at)
     select $1, newest + n, 1, 'member', 'filler ' || n, 'x', now() from support_chat, generate_series(1, $2::int) as n where member_id = $1`,
    [memberId, chatMessagesOfDayMax],
  );
  await database.owner.query('update support_chat set newest = newest + $2 where member_id = $1', [
    memberId,
    chatMessagesOfDayMax,
  ]);
  const full = sendMessage(own, memberId, { id: randomUUID(), text: 'too many', image: 'I3' }, 'en');
  await expect(full).rejects.toMatchObject({ code: 'chatMessagesOfDay' });
  const { rows } = await database.pool.query('select id, holder from image where member_id = $1 order by id', [
    memberId,
  ]);
  expect(rows).toEqual([
    { id: 'I2', holder: `chat:${id}` },
    { id: 'I3', holder: null },
  ]);
});

const uploadedBy = (memberId: bigint, id: string) =>
  database.owner.query(
    `insert into image (member_id, id, hash, webp, width, height) values ($1, $2, sha256(convert_to($2, 'UTF8')), 'webp', 1, 1)`,
    [memberId, id],
  );
