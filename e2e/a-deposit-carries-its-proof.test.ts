import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { expectAccessible } from './accessible.ts';
import { register } from './member.ts';
import { test } from './test.ts';

/** A camera photo: large, with GPS metadata. */
const photo = {
  name: 'photo.jpg',
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 3200, height: 2400, channels: 3, background: '#2a6f97' } })
    .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } })
    .jpeg()
    .toBuffer(),
};

const note = { name: 'note.png', mimeType: 'image/png', buffer: Buffer.from('<script>alert(1)</script>') };

test('a proof is chosen, redrawn, sent, and seen with the deposit, whose address can be copied', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await register(page, '/deposit');
  const amount = page.getByLabel('Amount', { exact: true });
  const file = page.locator('input[type=file]');
  await amount.fill('250');
  // The sandbox has no transactions to search for.
  await expect(page.getByLabel('Transaction hash')).toHaveCount(0);

  await file.setInputFiles(note);
  await expect(page.getByText('Only JPEG, PNG and WebP images are accepted')).toBeVisible();
  await page.route('**/api/image', (route) => route.abort());
  await file.setInputFiles(photo);
  await expect(page.getByText('Clearlot cannot be reached')).toBeVisible();
  await page.getByRole('button', { name: 'Get test funds' }).click();
  await expect(page.getByText('The image was not sent')).toBeVisible();
  await expectAccessible(page, '/deposit with a proof');
  await page.unroute('**/api/image');
  await page.getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByText('The image is sent')).toBeVisible();
  await expect(page.getByText('The image was not sent')).toHaveCount(0);
  await expect(amount).toHaveValue('250');
  const large = page.getByRole('button', { name: 'Show the proof large' });
  // The image shown is the uploaded one: smaller than the photo.
  const width = () => large.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth);
  await expect.poll(width).toBe(1600);
  await page.getByRole('button', { name: 'Get test funds' }).click();

  await expect(page).toHaveURL(/\/depositSuccess/);
  // When it is credited, the address moves down to the details, and a selection of it ends.
  await expect(page.getByText('Credited to your available quota')).toBeVisible();
  const address = (await page.getByText(/^sandbox-[0-9a-f]{32}$/).textContent()) ?? '';
  const copy = page.getByRole('button', { name: 'Copy the address' });
  await copy.click();
  await expect(page.getByRole('status').getByText('Copied')).toBeAttached();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
  // As on an insecure origin.
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await copy.click();
  await expect(page.getByRole('status').getByText('The text is selected')).toBeAttached();
  expect(await page.evaluate(() => String(window.getSelection()))).toBe(address);

  await large.click();
  const picture = page.getByRole('dialog').getByRole('img', { name: 'Proof' });
  await expect(picture).toBeVisible();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1600);
  await expectAccessible(page, '/deposits');
  await page.goto('/deposits');
  await expect(large.locator('img')).toBeVisible();
  const small = () => large.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth);
  await expect.poll(small).toBe(160);
});

const hash = `0x${'ab'.repeat(32)}`;
const token = '0x5FbDB2315678afecb367f032d93F642f64180aa3';

/** A channel on a chain that has been unreachable for three minutes, with a transfer that was too small. */
async function withChain(page: Page): Promise<void> {
  const envelope = (info: unknown) => ({ json: { status: true, info, url: '' } });
  const bounds = { minimum: '100.000000', maximum: '100000.000000', confirmationsNeeded: 6 };
  const network = { name: 'Test chain', chainId: 31_337, token };
  const behindSince = new Date(Date.now() - 190_000).toISOString();
  const channel = { id: 'sandbox', name: 'Test USDT', ...bounds, network, behindSince, paper: true };
  const deposit = {
    id: '0000000000000001',
    channel: 'sandbox',
    amount: '20.000000',
    announced: '150.000000',
    state: 'rejected',
    reason: 'belowMinimum',
    confirmations: 6,
    confirmationsNeeded: 6,
    address: token,
    transaction: hash,
    image: null,
    requestedAt: behindSince,
    confirmedAt: null,
    reviewedAt: null,
  };
  await page.route('**/api/wallet/channels', (route) => route.fulfill(envelope([channel])));
  await page.route('**/api/api/recharge**', (route) => route.fulfill(envelope([deposit])));
  const waiting = {
    ...deposit,
    id: '0000000000000002',
    state: 'requested',
    reason: null,
    transaction: null,
    confirmations: 0,
  };
  await page.route('**/api/wallet/deposit/*', (route) =>
    route.fulfill({
      json: { status: true, info: '', url: route.request().url().endsWith(waiting.id) ? waiting : deposit },
    }),
  );
}

test('on a chain its name, token and picture stand with the address, proof and hash come after, and a rejected transfer says why', async ({
  page,
}) => {
  await register(page, '/healthz');
  await withChain(page);
  await page.goto('/deposit');
  await expect(page.getByText('No answer for 3m')).toBeVisible();
  for (const text of ['Test chain', '31337', token, '0xabab…abab']) {
    await expect(page.getByText(text, { exact: true }).first()).toBeVisible();
  }
  await expect(page.getByText('Under the minimum')).toBeVisible();
  const field = page.getByLabel('Transaction hash');
  await field.fill('0x12');
  await page.getByRole('button', { name: 'Find the transfer' }).click();
  await expect(page.getByText('A transaction hash is 0x and 64 digits')).toBeVisible();
  await expect(field).toHaveValue('0x12');
  // The server under test has no chain, and reports so.
  await field.fill(hash);
  await page.getByRole('button', { name: 'Find the transfer' }).click();
  await expect(page.getByText('This channel is a sandbox and has no transactions')).toBeVisible();
  await expect(field).toHaveValue(hash);

  // No proof before the address is known; then its field is below the address.
  await expect(page.getByRole('button', { name: 'Choose an image' })).toHaveCount(0);
  await page.goto('/depositSuccess?deposit=0000000000000002');
  const qr = page.getByRole('img', { name: 'QR code of the address' });
  const proof = page.getByRole('button', { name: 'Choose an image' });
  await expect(qr).toBeVisible();
  await expect(proof).toBeVisible();
  const topOf = async (part: typeof qr) => (await part.boundingBox())?.y ?? Number.NaN;
  expect(await topOf(qr)).toBeLessThan(await topOf(proof));

  await page.goto('/depositSuccess?deposit=0000000000000001');
  await expect(page.getByText('Less than the minimum of 100.00 USDT came in')).toBeVisible();
  await expect(page.getByText(hash)).toBeVisible();
  await expect(page.getByText('150.0000')).toBeVisible();
  await expectAccessible(page, '/deposit on a chain');
});
