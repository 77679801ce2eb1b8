import { Kysely, PostgresDialect } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { Bulkhead } from '#server/platform/bulkhead.ts';
import { untilLockWait } from '#server/platform/database/lock-waits.fixture.ts';
import { createTestDatabase, type TestDatabase } from '#server/platform/database/test-database.ts';
import { lockInTransaction } from '#server/platform/locks.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { insertMember } from '#server/test/member-row.fixture.ts';
import { admitFile, beginDrawing } from './image-store.ts';
import type { RedrawnImage } from './redraw-image.ts';
import { type UploadImageDependencies, uploadImage } from './upload-image.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const drawn: RedrawnImage = { webp: Buffer.from('webp'), small: Buffer.from('small'), width: 4, height: 3 };

/** A node whose drawings are counted and end as the test decides. */
function openNode(redraw: () => Promise<RedrawnImage> = async () => drawn) {
  const node = {
    drawings: 0,
    tables: new Kysely<unknown>({ dialect: new PostgresDialect({ pool: database.pool }) }),
    bulkhead: new Bulkhead(1, 24),
    clock: { now: () => Date.UTC(2026, 4, 1) },
    underWay: new Map(),
    redraw: () => {
      node.drawings += 1;
      return redraw();
    },
  };
  return node;
}

const send = async (node: UploadImageDependencies, memberId: bigint, file: string): Promise<string> =>
  uploadImage(node, memberId, Buffer.from(file)).then(
    () => 'kept',
    (error: unknown) => (error instanceof Refusal ? error.code : String(error)),
  );

test('one file sent to two nodes at once is drawn by one of them', async () => {
  const member = await insertMember(database);
  const finish = Promise.withResolvers<RedrawnImage>();
  const [node, other] = [openNode(() => finish.promise), openNode()];
  const first = send(node, member, 'a file');
  await expect.poll(() => node.drawings).toBe(1);
  expect(await send(other, member, 'a file')).toBe('requestInProgress');
  expect(await send(other, member, 'another file')).toBe('kept');
  finish.resolve(drawn);
  expect([await first, await send(other, member, 'a file')]).toEqual(['kept', 'kept']);
  expect([node.drawings, other.drawings]).toEqual([1, 1]);
});

test('files of one member that come to two nodes at the same moment are counted one after the other', async () => {
  const member = await insertMember(database);
  const { tables } = openNode();
  const bounds = { waitingMax: 20, dayMax: 60, triesMax: 1, slowMax: 5 };
  /** What both give that are called while another node holds the member's images. */
  const atOnce = async <Result>(calls: readonly (() => Promise<Result>)[]): Promise<Result[]> => {
    const [isHeld, letGo] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const other = tables.transaction().execute(async (transaction) => {
      await lockInTransaction(transaction, 'imagesOfMember', member);
      isHeld.resolve();
      await letGo.promise;
    });
    await isHeld.promise;
    const results = calls.map((call) => call());
    await untilLockWait(database.pool, Promise.race(results), calls.length);
    letGo.resolve();
    await other;
    return await Promise.all(results);
  };
  const admitted = await atOnce([1, 2].map((file) => () => admitFile(tables, member, Buffer.alloc(32, file), bounds)));
  expect(admitted.map((one) => ('kind' in one ? one.kind : one.reached)).toSorted()).toEqual(['new', 'triesMax']);
  const { rows } = await database.pool.query('select sent_hash from image_upload where member_id = $1', [member]);
  const begun = await atOnce([1, 2].map(() => () => beginDrawing(tables, member, rows[0].sent_hash, bounds)));
  expect(begun.toSorted()).toEqual(['begun', 'underWay']);
});

test('one file sent to a node twice at once is drawn once, and both are answered', async () => {
  const member = await insertMember(database);
  const finish = Promise.withResolvers<RedrawnImage>();
  const node = openNode(() => finish.promise);
  const both = [send(node, member, 'a file'), send(node, member, 'a file')];
  await expect.poll(() => node.drawings).toBe(1);
  finish.resolve(drawn);
  expect(await Promise.all(both)).toEqual(['kept', 'kept']);
  expect(node.drawings).toBe(1);
});

test('a node draws only so many pictures at once, however many members send one', async () => {
  const finish = Promise.withResolvers<RedrawnImage>();
  const node = { ...openNode(), bulkhead: new Bulkhead(1, 0), redraw: () => finish.promise };
  const members = [await insertMember(database), await insertMember(database)];
  const sent = members.map((member) => send(node, member, 'a file'));
  expect(await Promise.race(sent)).toBe('serverBusy');
  finish.resolve(drawn);
  expect((await Promise.all(sent)).toSorted()).toEqual(['kept', 'serverBusy']);
});

test('a file that took too long is not drawn again, and five a day are all that a member may send', async () => {
  const member = await insertMember(database);
  const node = openNode(async () => {
    throw new Refusal('imageTooSlow');
  });
  for (const file of ['1', '1', '2', '3', '2', '4', '5']) expect(await send(node, member, file)).toBe('imageTooSlow');
  expect(node.drawings).toBe(5);
  const quick = openNode();
  expect(await send(quick, member, '6')).toBe('imagesSlow');
  expect(quick.drawings).toBe(0);
  expect(await send(quick, await insertMember(database), '6')).toBe('kept');
  await database.owner.query(`update image_upload set drawing_at = now() - interval '25 hours'`);
  expect(await send(quick, member, '6')).toBe('kept');
});

test('a file whose node did not survive the drawing of it counts as slow: it would end the next one', async () => {
  const member = await insertMember(database);
  const node = openNode();
  await database.pool.query(`insert into image_upload (member_id, sent_hash) values ($1, sha256('deadly'))`, [member]);
  await database.pool.query(`update image_upload set drawing_at = now() - interval '2 minutes' where member_id = $1`, [
    member,
  ]);
  expect(await send(node, member, 'deadly')).toBe('imageTooSlow');
  expect(node.drawings).toBe(0);
});

test('what is refused without being decoded is no drawing; what is found damaged after seconds is a slow one', async () => {
  const member = await insertMember(database);
  const unknown = openNode(async () => {
    throw new Refusal('imageKindUnknown');
  });
  for (let count = 0; count < 8; count += 1)
    expect(await send(unknown, member, `x${count % 2}`)).toBe('imageKindUnknown');
  vi.useFakeTimers({ toFake: ['performance'] });
  let tookMs = 1_000;
  const damaged = openNode(async () => {
    vi.advanceTimersByTime(tookMs);
    throw new Refusal('imageDamaged');
  });
  try {
    for (let count = 0; count < 6; count += 1)
      expect(await send(damaged, member, `quick${count}`)).toBe('imageDamaged');
    tookMs = 3_000;
    for (let count = 0; count < 5; count += 1) expect(await send(damaged, member, `long${count}`)).toBe('imageDamaged');
    expect(await send(damaged, member, 'long0')).toBe('imageDamaged');
    expect(await send(damaged, member, 'long5')).toBe('imagesSlow');
  } finally {
    vi.useRealTimers();
  }
});

test('what operators sent to a member counts towards none of the member’s sixty images a day', async () => {
  const memberId = await insertMember(database);
  await database.owner.query(
    `insert into image (member_id, id, hash, webp, width, height, holder)
     select $1, 'I' || n, sha256(convert_to('I' || n, 'UTF8')), 'webp', 1, 1, 'chat:operator:' || n
     from generate_series(1, 60) as n`,
    [memberId],
  );
  const node = openNode();
  expect(await send(node, memberId, 'own')).toBe('kept');
  await database.owner.query(`update image set holder = 'chat:' || id where member_id = $1 and holder is not null`, [
    memberId,
  ]);
  expect(await send(node, memberId, 'own too')).toBe('imagesOfDay');
});

test('a file that was drawn and not kept, at a bound or for a lost connection, is no slow one when it is sent again', async () => {
  const member = await insertMember(database);
  const atBound = openNode(async () => {
    // Others of the member's, by another node.
    await database.owner.query(
      `insert into image (member_id, id, hash, webp, width, height)
       select $1, 'W' || n, sha256(convert_to('W' || n, 'UTF8')), 'webp', 1, 1 from generate_series(1, 20) as n`,
      [member],
    );
    return drawn;
  });
  expect(await send(atBound, member, 'a file')).toBe('imagesWaiting');
  await database.owner.query(`update image set holder = id where member_id = $1`, [member]);
  expect(await send(openNode(), member, 'a file')).toBe('kept');
  let isLost = false;
  const connect = async () => {
    if (!isLost) return await database.pool.connect();
    isLost = false;
    throw new Error('lost');
  };
  const pool = { connect, end: async () => undefined, options: database.pool.options };
  const losing = {
    ...openNode(async () => {
      isLost = true;
      return drawn;
    }),
    tables: new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) }),
  };
  expect(await send(losing, member, 'another file')).toBe('Error: lost');
  expect(await send(openNode(), member, 'another file')).toBe('kept');
});
