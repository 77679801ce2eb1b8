import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { imageBytesMax } from '#contract/images.ts';
import { form, imageWorld, picture, upload } from './image-world.fixture.ts';
import { Phone } from './phone.fixture.ts';

const world = imageWorld();

test('what is not one image in its part is refused in words of its own', async () => {
  const png = await picture(4);
  const refused = async (body: FormData) => (await upload(world.phone, body)).code;
  expect(await refused(form())).toBe('imageMissing');
  expect(await refused(form(['image', Buffer.alloc(0)]))).toBe('imageMissing');
  expect(await refused(form(['file', png]))).toBe('imageNotOne');
  expect(await refused(form(['image', png], ['image', png]))).toBe('imageNotOne');
  expect(await refused(form(['image', png], ['image', png], ['image', png]))).toBe('imageNotOne');
  const withField = form(['image', png]);
  withField.append('member_id', '1');
  expect(await refused(withField)).toBe('imageNotOne');
  const tooLarge = await upload(world.phone, form(['image', Buffer.alloc(imageBytesMax + 1)]));
  expect(tooLarge).toMatchObject({ code: 'imageTooLarge', info: 'The image is larger than 5 MB' });
  // Once more: only a file that was decoded is remembered as damaged.
  for (const _ of [1, 2])
    expect(await refused(form(['image', Buffer.from('<svg/>'), 'image/png']))).toBe('imageKindUnknown');
  expect((await world.phone.post('/api/image', { image: 'text' })).code).toBe('imageMissing');
  const { rows } = await world.database.pool.query('select count(*)::int as images from image where hash = $1', [
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
    const { status } = await world.phone.send('/api/image', body, { 'content-type': type });
    expect(status, type).toBeGreaterThanOrEqual(400);
    expect(status, type).toBeLessThan(500);
  }
  expect((await world.phone.send('/Finance/recharge', form(['image', await picture(5)]))).code).toBe(
    'malformedRequest',
  );
});

/** An upload that has begun: the server asks for the rest of it. */
async function begin({ cookie }: Phone): Promise<Socket> {
  const socket = connect(Number(new URL(world.address).port), '127.0.0.1').on('error', () => undefined);
  socket.write(
    `POST /api/api/image HTTP/1.1\r\nHost: localhost\r\nX-Clearlot: 1\r\nCookie: ${cookie}\r\n` +
      'Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 100000\r\nExpect: 100-continue\r\n\r\n',
  );
  await once(socket, 'data');
  return socket;
}

test('six uploads of a member that go on leave no place for a seventh, and take none of another member', async () => {
  const sender = new Phone(world.address);
  await sender.register('pictures9', 'TEST7');
  const begun = await Promise.all(Array.from({ length: 6 }, () => begin(sender)));
  const seventh = await upload(sender, form(['image', await picture(2)]));
  const ofAnother = await upload(world.phone, form(['image', await picture(2)]));
  for (const socket of begun) socket.destroy();
  expect(seventh.code).toBe('tooManyRequests');
  expect(ofAnother.status).toBe(200);
});

test('an upload that breaks off keeps no place and no image', async () => {
  const sender = new Phone(world.address);
  await sender.register('pictures8', 'TEST7');
  const breakOff = async (sent: string): Promise<void> => {
    const socket = await begin(sender);
    socket.write(sent);
    socket.destroySoon();
    await once(socket, 'close');
  };
  const head = '--x\r\ncontent-disposition: form-data; name="image"; filename="a"\r\n\r\n';
  // In the file, before it and behind it; more of each than a member may have under way.
  for (const sent of [`${head}0123`, '--x\r\ncontent-dis', `${head}0123\r\n--x\r\n`]) {
    for (let count = 0; count < 8; count += 1) await breakOff(sent);
  }
  await expect.poll(async () => (await upload(sender, form(['image', await picture(6)]))).status).toBe(200);
  const answers = await Promise.all(
    [1, 2, 3, 4, 5].map(async (shade) => upload(sender, form(['image', await picture(shade)]))),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  const { rows } = await world.database.pool.query(
    `select count(*)::int as images from image join member as m on m.id = member_id where m.username = 'pictures8'`,
  );
  expect(rows).toEqual([{ images: 6 }]);
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
  const attacker = new Phone(world.address);
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
  const { rows } = await world.database.pool.query(
    `select count(*)::int as kept from image join member as m on m.id = member_id where m.username = 'pictures5'`,
  );
  expect(rows).toEqual([{ kept: 0 }]);
});
