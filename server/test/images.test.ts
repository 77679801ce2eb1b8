import { Agent, request } from 'node:http';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { imageBytesMax } from '#contract/images.ts';
import { type App, startApp } from '#server/app.ts';
import { openImages } from '#server/features/images/images-feature.ts';
import { readConfig } from '#server/platform/config.ts';
import { createTestDatabase, type TestDatabase } from '#server/platform/database/test-database.ts';
import { silentLog } from '#server/platform/log.ts';
import { Phone } from './phone.fixture.ts';

let database: TestDatabase;
let app: App;
let phone: Phone;
let stranger: Phone;

beforeAll(async () => {
  database = await createTestDatabase();
  const config = readConfig({ PORT: '0', DATABASE_URL: database.url, VERIFY_CODE_TEST: 'TEST7' });
  app = await startApp({ ...config, rateLimit: false }, silentLog, (error) => {
    throw error;
  });
  [phone, stranger] = [new Phone(app.address), new Phone(app.address)];
  await phone.register('pictures1', 'TEST7');
  await stranger.register('pictures2', 'TEST7');
});

afterAll(async () => {
  await app.close();
  await database.drop();
});

const picture = (shade: number) =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: { r: shade * 11, g: 90, b: 60 } } })
    .png()
    .toBuffer();

/** A multipart body with these parts. */
function form(...parts: readonly (readonly [name: string, bytes: Buffer, type?: string])[]): FormData {
  const body = new FormData();
  for (const [name, bytes, type = 'image/png'] of parts)
    body.append(name, new Blob([new Uint8Array(bytes)], { type }), 'a.png');
  return body;
}

const upload = (from: Phone, body: FormData) => from.send('/api/image', body);

async function imageOf(from: Phone, shade: number): Promise<string> {
  const { url } = await upload(from, form(['image', await picture(shade)]));
  return (url as { readonly id: string }).id;
}

const ask = (from: Phone, image: string, key: string, amount = '150') =>
  from.post('/Finance/recharge', { channel: 'sandbox', amount, image }, { 'idempotency-key': key });

test('an image is kept, shown to its owner as a picture that nothing can run, and to nobody else', async () => {
  const { status, url, info } = await upload(phone, form(['image', await picture(1)]));
  expect({ status, url, info }).toMatchObject({
    status: 200,
    url: { width: 40, height: 30 },
    info: 'The image is uploaded',
  });
  const { id } = url as { readonly id: string };
  const shown = await phone.file(`/image/${id}`);
  expect(shown.status).toBe(200);
  expect(shown.headers.get('content-type')).toBe('image/webp');
  expect(shown.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
  expect(shown.headers.get('cache-control')).toBe('no-store');
  expect(await sharp(Buffer.from(await shown.arrayBuffer())).metadata()).toMatchObject({ format: 'webp', width: 40 });
  expect((await stranger.file(`/image/${id}`)).status).toBe(404);
  expect((await new Phone(app.address).file(`/image/${id}`)).status).toBe(401);
  expect((await phone.file('/image/..%2f..%2fetc')).status).toBe(404);
});

test('lists get a small square of it: its owner alone, and the whole picture where it is older than these', async () => {
  const large = await sharp({ create: { width: 1_200, height: 900, channels: 3, background: '#285' } })
    .png()
    .toBuffer();
  const { url } = await upload(phone, form(['image', large]));
  const { id } = url as { readonly id: string };
  const shown = await phone.file(`/image/${id}/small`);
  expect(shown.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
  expect(shown.headers.get('cache-control')).toBe('no-store');
  const sizeOf = async (answer: Response) => (await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).width;
  expect(await sizeOf(shown)).toBe(160);
  expect((await stranger.file(`/image/${id}/small`)).status).toBe(404);
  expect((await new Phone(app.address).file(`/image/${id}/small`)).status).toBe(401);
  expect((await phone.file('/image/0000000000000000/small')).status).toBe(404);
  await database.owner.query('update image set small = null where id = $1', [id]);
  expect(await sizeOf(await phone.file(`/image/${id}/small`))).toBe(1_200);
});

test('the same picture sent again is the same image', async () => {
  const ids = await Promise.all(Array.from({ length: 4 }, () => imageOf(phone, 2)));
  expect(new Set(ids).size).toBe(1);
});

const drawnFor = async (username: string) => {
  const { rows } = await database.pool.query<{ tries: number; images: number }>(
    `select (select count(*)::int from image_upload where member_id = m.id) as tries,
       (select count(*)::int from image where member_id = m.id) as images from member as m where username = $1`,
    [username],
  );
  return rows[0];
};

/** Counts decodings by time: nothing else takes as long as a picture of this size. */
async function drawnWithin(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

test('a file sent again is not decoded again, whether its image waits, is used, or the file was damaged', async () => {
  const sender = new Phone(app.address);
  await sender.register('pictures6', 'TEST7');
  const large = await sharp({ create: { width: 4_000, height: 4_000, channels: 3, background: '#285' } })
    .png()
    .toBuffer();
  const damaged = Buffer.concat([large.subarray(0, -1_000), Buffer.alloc(988, 7), large.subarray(-12)]);
  let image = '';
  const first = await drawnWithin(async () => {
    image = ((await upload(sender, form(['image', large]))).url as { readonly id: string }).id;
  });
  const again = await drawnWithin(async () => {
    for (let time = 0; time < 3; time++)
      expect((await upload(sender, form(['image', large]))).url).toMatchObject({ id: image });
  });
  expect(again).toBeLessThan(first);
  expect((await ask(sender, image, 'used-up-1')).status).toBe(200);
  const copied = await drawnWithin(async () => {
    const { url } = await upload(sender, form(['image', large]));
    expect(url).toMatchObject({ width: 1_600, height: 1_600 });
    expect((url as { readonly id: string }).id).not.toBe(image);
  });
  expect(copied).toBeLessThan(first);
  expect((await upload(sender, form(['image', damaged]))).code).toMatch(/^image/);
  const refusedAgain = await drawnWithin(async () => void (await upload(sender, form(['image', damaged]))));
  expect(refusedAgain).toBeLessThan(first);
  expect(await drawnFor('pictures6')).toEqual({ tries: 7, images: 2 });
});

test('attempts are counted, whatever their result, and are limited per day', async () => {
  const sender = new Phone(app.address);
  await sender.register('pictures7', 'TEST7');
  await database.pool.query(
    `insert into image_upload (member_id, sent_hash) select m.id, sha256(convert_to(n::text, 'UTF8'))
     from member as m, generate_series(1, 149) as n where m.username = 'pictures7'`,
  );
  expect((await upload(sender, form(['image', Buffer.from('no picture')]))).code).toBe('imageKindUnknown');
  expect(await upload(sender, form(['image', await picture(9)]))).toMatchObject({ status: 429, code: 'imagesOfDay' });
  await database.owner.query(`update image_upload set uploaded_at = now() - interval '25 hours'`);
  expect((await upload(sender, form(['image', await picture(9)]))).status).toBe(200);
});

test('a deposit carries one image of its own member, whatever is repeated', async () => {
  const image = await imageOf(phone, 3);
  expect((await ask(stranger, image, 'not-mine-1')).code).toBe('imageUnknown');
  const answers = await Promise.all(Array.from({ length: 5 }, () => ask(phone, image, 'same-key-1')));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect(new Set(answers.map(({ url }) => (url as { readonly id: string }).id)).size).toBe(1);
  expect(answers[0]?.url).toMatchObject({ image });
  expect((await ask(phone, image, 'other-key-1')).code).toBe('imageUsed');
  expect((await ask(phone, '0000000000000000', 'other-key-2')).code).toBe('imageUnknown');
  expect((await ask(phone, '../../etc', 'other-key-3')).code).toBe('imageUnknown');
  const { info } = await phone.get('/api/recharge');
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
  const [mine, theirs] = [await deposit(phone, 'proved-later-1'), await deposit(stranger, 'proved-later-2')];
  const [first, second, foreign] = [await imageOf(phone, 8), await imageOf(phone, 9), await imageOf(stranger, 10)];
  const prove = (id: string, image: string) => phone.post('/wallet/deposit/proof', { deposit: id, image });
  expect((await prove(theirs, first)).code).toBe('depositUnknown');
  expect((await prove(mine, foreign)).code).toBe('imageUnknown');
  const answers = await Promise.all([1, 2, 3, 4].map(() => prove(mine, first)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(answers[0]?.url).toMatchObject({ id: mine, image: first });
  expect((await prove(mine, second)).code).toBe('depositProven');
  expect((await prove(await deposit(phone, 'proved-later-3'), first)).code).toBe('imageUsed');
  const over = await deposit(phone, 'proved-later-4');
  await database.owner.query("update deposit set state = 'rejected' where id = $1", [over]);
  expect((await prove(over, second)).code).toBe('depositEnded');
  expect((await prove('../x', second)).code).toBe('depositUnknown');
});

test('what is not one image in its part is refused in words of its own', async () => {
  const png = await picture(4);
  const refused = async (body: FormData) => (await upload(phone, body)).code;
  expect(await refused(form())).toBe('imageMissing');
  expect(await refused(form(['image', Buffer.alloc(0)]))).toBe('imageMissing');
  expect(await refused(form(['file', png]))).toBe('imageNotOne');
  expect(await refused(form(['image', png], ['image', png]))).toBe('imageNotOne');
  expect(await refused(form(['image', png], ['image', png], ['image', png]))).toBe('imageNotOne');
  const withField = form(['image', png]);
  withField.append('member_id', '1');
  expect(await refused(withField)).toBe('imageNotOne');
  expect(await refused(form(['image', Buffer.alloc(imageBytesMax + 1)]))).toBe('imageTooLarge');
  expect(await refused(form(['image', Buffer.from('<svg/>'), 'image/png']))).toBe('imageKindUnknown');
  expect((await phone.post('/api/image', { image: 'text' })).code).toBe('imageMissing');
  const { rows } = await database.pool.query('select count(*)::int as images from image where hash = $1', [
    Buffer.alloc(32),
  ]);
  expect(rows).toEqual([{ images: 0 }]);
});

test('bodies that break off or name no boundary are refused, and other calls take no files', async () => {
  const head =
    '--x\r\ncontent-disposition: form-data; name="image"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n';
  const broken = [
    ['multipart/form-data', head],
    ['multipart/form-data; boundary=x', ''],
    ['multipart/form-data; boundary=x', head],
    ['multipart/form-data; boundary=x', `${head}abc\r\n--x`],
    ['multipart/form-data; boundary=y', `${head}abc\r\n--x--`],
    [`multipart/form-data; boundary=${'x'.repeat(900)}`, head],
  ] as const;
  for (const [type, body] of broken) {
    const { status } = await phone.send('/api/image', body, { 'content-type': type });
    expect(status, type).toBeGreaterThanOrEqual(400);
    expect(status, type).toBeLessThan(500);
  }
  expect((await phone.send('/Finance/recharge', form(['image', await picture(5)]))).code).toBe('malformedRequest');
});

test('an upload that breaks off leaves nothing behind', async () => {
  const agent = new Agent();
  const sent = request(`${app.address}/api/api/image`, {
    method: 'POST',
    agent,
    headers: {
      'x-clearlot': '1',
      'content-type': 'multipart/form-data; boundary=x',
      'content-length': '100000',
      cookie: phone.cookie,
    },
  });
  sent.on('error', () => undefined);
  sent.write('--x\r\ncontent-disposition: form-data; name="image"; filename="a"\r\n\r\n0123');
  await new Promise((resolve) => setTimeout(resolve, 100));
  sent.destroy();
  expect((await upload(phone, form(['image', await picture(6)]))).status).toBe(200);
});

/** Hostile files in place of a picture. */
async function hostileFiles(): Promise<Buffer[]> {
  const source = sharp(await picture(8)).resize(300, 200, { kernel: 'lanczos3' });
  const [jpeg, png, webp] = [
    await source.clone().jpeg().toBuffer(),
    await source.clone().png().toBuffer(),
    await source.clone().webp().toBuffer(),
  ];
  const files: Buffer[] = [];
  for (const image of [jpeg, png, webp]) {
    for (const share of [0.01, 0.1, 0.3, 0.5, 0.7, 0.9, 0.99])
      files.push(image.subarray(0, Math.floor(image.length * share)));
    for (const tail of ['PK\x03\x04', '<script>alert(1)</script>', '#!/bin/sh\n', '%PDF-1.4', 'GIF89a/*'])
      files.push(Buffer.concat([image, Buffer.from(tail, 'latin1')]));
    for (const head of ['GIF89a', '<svg>', '\xff', 'BM', '\0\0\0\x18ftypheic'])
      files.push(Buffer.concat([Buffer.from(head, 'latin1'), image]));
  }
  for (let length = 1; length < 40_000; length *= 4) {
    const noise = Buffer.alloc(length);
    for (let at = 0; at < length; at++) noise[at] = (at * 2_654_435_761 + length) >>> 13;
    files.push(noise, Buffer.concat([png.subarray(0, 33), noise]));
  }
  files.push(
    await sharp({ create: { width: 9_000, height: 6_000, channels: 3, background: '#285' } })
      .png()
      .toBuffer(),
  );
  return files;
}

test('of hostile files none is kept, none is a 5xx, each gets a worded refusal', async () => {
  const attacker = new Phone(app.address);
  await attacker.register('pictures5', 'TEST7');
  const files = await hostileFiles();
  expect(files.length).toBeGreaterThan(60);
  for (const [index, bytes] of files.entries()) {
    const type = ['image/png', 'image/jpeg', 'text/html', 'image/svg+xml', ''][index % 5] ?? '';
    const { status, code, info } = await upload(attacker, form(['image', bytes, type]));
    expect([400, 413, 422], `file ${index}: ${code}`).toContain(status);
    expect(code, `file ${index}`).toMatch(/^image/);
    expect(info).not.toBe('');
  }
  const { rows } = await database.pool.query(
    `select count(*)::int as kept from image join member as m on m.id = member_id where m.username = 'pictures5'`,
  );
  expect(rows).toEqual([{ kept: 0 }]);
});

test('sixty images a day are kept, however soon each belongs to a deposit', async () => {
  const sender = new Phone(app.address);
  await sender.register('pictures4', 'TEST7');
  for (let count = 0; count < 60; count++) {
    const image = await imageOf(sender, count / 10);
    expect((await ask(sender, image, `of-the-day-${count}`)).status).toBe(200);
  }
  const next = await upload(sender, form(['image', await picture(7)]));
  expect(next).toMatchObject({ status: 429, code: 'imagesOfDay' });
  await database.owner.query(
    `update image set uploaded_at = now() - interval '25 hours' where id = (select min(i.id) from image as i
     join member as m on m.id = i.member_id where m.username = 'pictures4')`,
  );
  expect((await upload(sender, form(['image', await picture(7)]))).status).toBe(200);
});

test('twenty images may wait, and those that belong to nothing for a day are removed', async () => {
  const hoarder = new Phone(app.address);
  await hoarder.register('pictures3', 'TEST7');
  const codes: unknown[] = [];
  for (let shade = 0; shade < 21; shade++)
    codes.push((await upload(hoarder, form(['image', await picture(shade)]))).code);
  expect(codes.filter((code) => code === undefined)).toHaveLength(20);
  expect(codes.at(-1)).toBe('imagesWaiting');
  const kept = await imageOf(hoarder, 0);
  await ask(hoarder, kept, 'keeps-one-1');
  await database.owner.query(`update image set uploaded_at = now() - interval '25 hours'`);
  await openImages({ pool: database.pool, clock: { now: Date.now } }).removeWaiting();
  const { rows } = await database.pool.query(
    `select count(*)::int as left from image join member as m on m.id = member_id where m.username = 'pictures3'`,
  );
  expect(rows).toEqual([{ left: 1 }]);
  expect((await hoarder.file(`/image/${kept}`)).status).toBe(200);
});
