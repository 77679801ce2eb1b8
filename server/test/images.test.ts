import { Kysely, PostgresDialect } from 'kysely';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { decodingsIn } from '#server/features/images/decodings.fixture.ts';
import { insertImage } from '#server/features/images/image-store.ts';
import { openImages } from '#server/features/images/images-feature.ts';
import { untilLockWait } from '#server/platform/database/lock-waits.fixture.ts';
import { lockInTransaction } from '#server/platform/locks.ts';
import { openDeskAt } from './desk.fixture.ts';
import { ask, form, imageOf, imageWorld, picture, upload } from './image-world.fixture.ts';
import { Phone } from './phone.fixture.ts';

const world = imageWorld();

test('an image is kept, shown to its owner as a picture that nothing can run, and to nobody else', async () => {
  const { status, url, info } = await upload(world.phone, form(['image', await picture(1)]));
  expect({ status, url, info }).toMatchObject({
    status: 200,
    url: { width: 40, height: 30 },
    info: 'The image is uploaded',
  });
  const { id } = url as { readonly id: string };
  const shown = await world.phone.file(`/image/${id}`);
  expect(shown.status).toBe(200);
  expect(shown.headers.get('content-type')).toBe('image/webp');
  expect(shown.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
  expect(shown.headers.get('cache-control')).toBe('no-store');
  expect(await sharp(Buffer.from(await shown.arrayBuffer())).metadata()).toMatchObject({ format: 'webp', width: 40 });
  expect((await world.stranger.file(`/image/${id}`)).status).toBe(404);
  expect((await new Phone(world.address).file(`/image/${id}`)).status).toBe(401);
  expect((await world.phone.file('/image/..%2f..%2fetc')).status).toBe(404);
});

test('lists get a small square of it: its owner alone, and the whole picture where it is older than these', async () => {
  const large = await sharp({ create: { width: 1_200, height: 900, channels: 3, background: '#285' } })
    .png()
    .toBuffer();
  const { url } = await upload(world.phone, form(['image', large]));
  const { id } = url as { readonly id: string };
  const shown = await world.phone.file(`/image/${id}/small`);
  expect(shown.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
  expect(shown.headers.get('cache-control')).toBe('no-store');
  const sizeOf = async (answer: Response) => (await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).width;
  expect(await sizeOf(shown)).toBe(160);
  expect((await world.stranger.file(`/image/${id}/small`)).status).toBe(404);
  expect((await new Phone(world.address).file(`/image/${id}/small`)).status).toBe(401);
  expect((await world.phone.file('/image/0000000000000000/small')).status).toBe(404);
  await world.database.owner.query('update image set small = null where id = $1', [id]);
  expect(await sizeOf(await world.phone.file(`/image/${id}/small`))).toBe(1_200);
});

test('the same picture sent again is the same image', async () => {
  const ids = await Promise.all(Array.from({ length: 4 }, () => imageOf(world.phone, 2)));
  expect(new Set(ids).size).toBe(1);
});

const drawnFor = async (username: string) => {
  const { rows } = await world.database.pool.query<{ tries: number; images: number }>(
    `select (select count(*)::int from image_upload where member_id = m.id) as tries,
       (select count(*)::int from image where member_id = m.id) as images from member as m where username = $1`,
    [username],
  );
  return rows[0];
};

test('a file sent again is not decoded again, whether its image waits, is used, or the file was damaged', async () => {
  const sender = new Phone(world.address);
  await sender.register('pictures6', 'TEST7');
  const large = await sharp({ create: { width: 4_000, height: 4_000, channels: 3, background: '#285' } })
    .png()
    .toBuffer();
  const damaged = Buffer.concat([large.subarray(0, -1_000), Buffer.alloc(988, 7), large.subarray(-12)]);
  let image = '';
  const first = await decodingsIn(async () => {
    image = ((await upload(sender, form(['image', large]))).url as { readonly id: string }).id;
  });
  const again = await decodingsIn(async () => {
    for (let time = 0; time < 3; time++)
      expect((await upload(sender, form(['image', large]))).url).toMatchObject({ id: image });
  });
  expect(first).toBeGreaterThan(0);
  expect(again).toBe(0);
  expect((await ask(sender, image, 'used-up-1')).status).toBe(200);
  const copied = await decodingsIn(async () => {
    const { url } = await upload(sender, form(['image', large]));
    expect(url).toMatchObject({ width: 1_600, height: 1_600 });
    expect((url as { readonly id: string }).id).not.toBe(image);
  });
  expect(copied).toBe(0);
  expect((await upload(sender, form(['image', damaged]))).code).toMatch(/^image/);
  const refusedAgain = await decodingsIn(async () => void (await upload(sender, form(['image', damaged]))));
  expect(refusedAgain).toBe(0);
  expect(await drawnFor('pictures6')).toEqual({ tries: 7, images: 2 });
});

test('attempts are counted, whatever their result, and are limited per day', async () => {
  const sender = new Phone(world.address);
  await sender.register('pictures7', 'TEST7');
  await world.database.pool.query(
    `insert into image_upload (member_id, sent_hash) select m.id, sha256(convert_to(n::text, 'UTF8'))
     from member as m, generate_series(1, 149) as n where m.username = 'pictures7'`,
  );
  expect((await upload(sender, form(['image', Buffer.from('no picture')]))).code).toBe('imageKindUnknown');
  const refused = await upload(sender, form(['image', await picture(9)]));
  expect(refused).toMatchObject({ status: 429, code: 'imagesOfDay' });
  // Free again in a day, as the member's clock writes it.
  const tomorrow = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' });
  expect(
    [0, 60_000]
      .map((ms) => tomorrow.format(Date.now() + 86_400_000 - ms))
      .some((day) => String(refused.info).includes(day)),
  ).toBe(true);
  await world.database.owner.query(`update image_upload set uploaded_at = now() - interval '25 hours'`);
  expect((await upload(sender, form(['image', await picture(9)]))).status).toBe(200);
});

test('a deposit carries one image of its own member, whatever is repeated', async () => {
  const image = await imageOf(world.phone, 3);
  expect((await ask(world.stranger, image, 'not-mine-1')).code).toBe('imageUnknown');
  const answers = await Promise.all(Array.from({ length: 5 }, () => ask(world.phone, image, 'same-key-1')));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect(new Set(answers.map(({ url }) => (url as { readonly id: string }).id)).size).toBe(1);
  expect(answers[0]?.url).toMatchObject({ image });
  expect((await ask(world.phone, image, 'other-key-1')).code).toBe('imageUsed');
  expect((await ask(world.phone, '0000000000000000', 'other-key-2')).code).toBe('imageUnknown');
  expect((await ask(world.phone, '../../etc', 'other-key-3')).code).toBe('imageUnknown');
  const { info } = await world.phone.get('/api/recharge');
  expect((info as { readonly image: string | null }[]).filter((one) => one.image === image)).toHaveLength(1);
});

test('a proof is added to a deposit that waits: one, once, by its own member', async () => {
  const deposit = async (from: Phone, key: string) => {
    const { url } = await from.post(
      '/Finance/recharge',
      { channel: 'sandbox', amount: '150' },
      { 'idempotency-key': key },
    );
    return (url as { readonly id: string }).id;
  };
  const [mine, theirs] = [
    await deposit(world.phone, 'proved-later-1'),
    await deposit(world.stranger, 'proved-later-2'),
  ];
  const [first, second, foreign] = [
    await imageOf(world.phone, 8),
    await imageOf(world.phone, 9),
    await imageOf(world.stranger, 10),
  ];
  const prove = (id: string, image: string) => world.phone.post('/wallet/deposit/proof', { deposit: id, image });
  expect((await prove(theirs, first)).code).toBe('depositUnknown');
  expect((await prove(mine, foreign)).code).toBe('imageUnknown');
  const answers = await Promise.all([1, 2, 3, 4].map(() => prove(mine, first)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(answers[0]?.url).toMatchObject({ id: mine, image: first });
  expect((await prove(mine, second)).code).toBe('depositProven');
  expect((await prove(await deposit(world.phone, 'proved-later-3'), first)).code).toBe('imageUsed');
  const over = await deposit(world.phone, 'proved-later-4');
  await world.database.owner.query("update deposit set state = 'rejected' where id = $1", [over]);
  expect((await prove(over, second)).code).toBe('depositEnded');
  expect((await prove('../x', second)).code).toBe('depositUnknown');
});

test('the proof of a deposit is seen by operators who read payments, under its member and deposit alone', async () => {
  const { address, database, stranger } = world;
  const member = new Phone(address);
  await member.register('pictures9', 'TEST7');
  const image = await imageOf(member, 21);
  const { id } = (await ask(member, image, 'proof-for-operators')).url as { readonly id: string };
  const asked = await member.post(
    '/Finance/recharge',
    { channel: 'sandbox', amount: '200' },
    { 'idempotency-key': 'unproven' },
  );
  const unproven = (asked.url as { readonly id: string }).id;
  const numberOf = async (phone: Phone) => ((await phone.get('/api/wallet')).url as { readonly userid: string }).userid;
  const number = await numberOf(member);
  const desk = await openDeskAt(address, database, 'abe', 'auditor');
  const seen = await desk.file(`/operator/deposits/${number}-${id}/proof`);
  expect([seen.status, seen.headers.get('content-type')]).toEqual([200, 'image/webp']);
  const looks = await database.pool.query(
    "select act from operator_act where operator = 'abe' and member_id = (select id from member where username = 'pictures9')",
  );
  expect(looks.rows).toEqual([{ act: 'memberViewed' }]);
  for (const name of [
    `${await numberOf(stranger)}-${id}`,
    `${number}-${unproven}`,
    `${number}-${image}`,
    `${number}-`,
    id,
  ])
    expect([name, (await desk.file(`/operator/deposits/${name}/proof`)).status]).toEqual([name, 404]);
  expect((await member.file(`/operator/deposits/${number}-${id}/proof`)).status).toBe(401);
});

test('sixty images a day are kept, whether each belongs to a deposit or waits', async () => {
  const sender = new Phone(world.address);
  await sender.register('pictures4', 'TEST7');
  for (let count = 0; count < 60; count++) {
    // The last ones wait, and count as well: of shades far apart, since a picture that waits already is no other image.
    const waits = count >= 50;
    const image = await imageOf(sender, waits ? count - 40 : count / 10);
    if (!waits) expect((await ask(sender, image, `of-the-day-${count}`)).status).toBe(200);
    // No more than some may be under way.
    if (count === 30)
      await world.database.owner.query("update deposit set state = 'rejected' where state = 'requested'");
  }
  const next = await upload(sender, form(['image', await picture(7)]));
  expect(next).toMatchObject({ status: 429, code: 'imagesOfDay' });
  await world.database.owner.query(
    `update image set uploaded_at = now() - interval '25 hours' where id = (select min(i.id) from image as i
     join member as m on m.id = i.member_id where m.username = 'pictures4')`,
  );
  expect((await upload(sender, form(['image', await picture(7)]))).status).toBe(200);
});

test('an image of a member is kept after another that is being kept, which may be the last that may wait', async () => {
  const sender = new Phone(world.address);
  await sender.register('pictures12', 'TEST7');
  const { pool } = world.database;
  const { rows } = await pool.query("select id from member where username = 'pictures12'");
  const memberId: bigint = rows[0].id;
  const tables = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  const kept = { webp: Buffer.from('picture'), small: Buffer.from('small'), width: 4, height: 3 };
  const bounds = { waitingMax: 1, dayMax: 60, triesMax: 150, slowMax: 5 };
  const keep = (id: string, hash: number) => insertImage(tables, memberId, id, Buffer.alloc(32, hash), kept, bounds);
  const isHeld = Promise.withResolvers<void>();
  const letGo = Promise.withResolvers<void>();
  const other = tables.transaction().execute(async (transaction) => {
    await lockInTransaction(transaction, 'imagesOfMember', memberId);
    isHeld.resolve();
    await letGo.promise;
  });
  await isHeld.promise;
  const keeping = [keep('AT-ONCE-1', 1), keep('AT-ONCE-2', 2)];
  await untilLockWait(pool, Promise.race(keeping), 2);
  letGo.resolve();
  await other;
  expect((await Promise.all(keeping)).filter((outcome) => 'id' in outcome)).toHaveLength(1);
});

test('twenty images may wait, and those that belong to nothing for a day are removed', async () => {
  const hoarder = new Phone(world.address);
  await hoarder.register('pictures3', 'TEST7');
  const codes: unknown[] = [];
  for (let shade = 0; shade < 21; shade++)
    codes.push((await upload(hoarder, form(['image', await picture(shade)]))).code);
  expect(codes.filter((code) => code === undefined)).toHaveLength(20);
  expect(codes.at(-1)).toBe('imagesWaiting');
  const kept = await imageOf(hoarder, 0);
  await ask(hoarder, kept, 'keeps-one-1');
  await world.database.owner.query(`update image set uploaded_at = now() - interval '25 hours'`);
  await world.database.owner.query(`update image_upload set uploaded_at = now() - interval '25 hours'
    where ctid <> (select ctid from image_upload order by uploaded_at desc limit 1)`);
  await openImages({ pool: world.database.pool, clock: { now: Date.now } }).removeWaiting();
  const { rows } = await world.database.pool.query(
    `select count(*)::int as left, (select count(*)::int from image_upload) as tries
     from image join member as m on m.id = member_id where m.username = 'pictures3'`,
  );
  expect(rows).toEqual([{ left: 1, tries: 1 }]);
  expect((await hoarder.file(`/image/${kept}`)).status).toBe(200);
});
