import sharp from 'sharp';
import { afterAll, beforeAll } from 'vitest';
import { type App, startApp } from '#server/app.ts';
import { readConfig } from '#server/platform/config.ts';
import { createTestDatabase, type TestDatabase } from '#server/platform/database/test-database.ts';
import { silentLog } from '#server/platform/log.ts';
import { Phone } from './phone.fixture.ts';

/** The product with two members who upload, for the tests of one file. */
export interface ImageWorld {
  readonly database: TestDatabase;
  readonly address: string;
  readonly phone: Phone;
  readonly stranger: Phone;
}

/** Opens the product before the tests of the file and closes it after them. */
export function imageWorld(): ImageWorld {
  let database: TestDatabase | undefined;
  let app: App | undefined;
  let members: readonly [Phone, Phone] | undefined;
  const present = <Part>(part: Part | undefined): Part => {
    if (part === undefined) throw new Error('the product is open within tests only');
    return part;
  };
  beforeAll(async () => {
    database = await createTestDatabase();
    const config = readConfig({ PORT: '0', DATABASE_URL: database.url, VERIFY_CODE_TEST: 'TEST7' });
    app = await startApp({ ...config, rateLimit: false }, silentLog, (error) => {
      throw error;
    });
    members = [new Phone(app.address), new Phone(app.address)];
    await members[0].register('pictures1', 'TEST7');
    await members[1].register('pictures2', 'TEST7');
  });
  afterAll(async () => {
    await app?.close();
    await database?.drop();
  });
  return {
    get database() {
      return present(database);
    },
    get address() {
      return present(app).address;
    },
    get phone() {
      return present(members)[0];
    },
    get stranger() {
      return present(members)[1];
    },
  };
}

/** A small PNG; each shade is another file. */
export const picture = (shade: number) =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: { r: shade * 11, g: 90, b: 60 } } })
    .png()
    .toBuffer();

/** A multipart body with these parts. */
export function form(...parts: readonly (readonly [name: string, bytes: Buffer, type?: string])[]): FormData {
  const body = new FormData();
  for (const [name, bytes, type = 'image/png'] of parts)
    body.append(name, new Blob([new Uint8Array(bytes)], { type }), 'a.png');
  return body;
}

export const upload = (from: Phone, body: FormData) => from.send('/api/image', body);

/** Uploads the picture of a shade and answers its id. */
export async function imageOf(from: Phone, shade: number): Promise<string> {
  const { url } = await upload(from, form(['image', await picture(shade)]));
  return (url as { readonly id: string }).id;
}

/** Requests a deposit that carries the image. */
export const ask = (from: Phone, image: string, key: string, amount = '150') =>
  from.post('/Finance/recharge', { channel: 'sandbox', amount, image }, { 'idempotency-key': key });
