import { expect, type Page } from '@playwright/test';
import { act, callAt, section, signedInDesk } from './desk.ts';
import { register } from './member.ts';
import { createOwnersAt } from './operators.ts';
import { openSlowClockServer, type SlowClockServer } from './slow-clock-server.ts';
import { test } from './test.ts';

const changesState = { 'X-Clearlot': '1' };

const cause = {
  en: { name: 'Village library', about: 'Books for the schools of one valley.' },
  zh: { name: '乡村图书馆', about: '为一个山谷里的学校购买图书。' },
  tc: { name: '鄉村圖書館', about: '為一個山谷裡的學校購買圖書。' },
  jp: { name: '村の図書館', about: 'ある谷の学校に本を届けます。' },
};

let server: SlowClockServer;

test.beforeAll(async () => {
  // A Sunday, whose check-in gives 50 points, for more than twenty minutes; a root is published every minute.
  server = await openSlowClockServer(60, { settings: { CLOCK_START: '2026-06-07T01:00:00Z' } });
  await createOwnersAt(server, 'anna', 'bert');
});
test.afterAll(() => server.stop());

async function read<Answer>(page: Page, path: string): Promise<Answer> {
  return ((await (await page.request.get(`/api${path}`)).json()) as { url: Answer }).url;
}

interface Columns {
  readonly received: number;
  readonly disbursed: number;
  readonly unspent: number;
}

interface Root {
  readonly points: { readonly house: readonly { readonly account: string; readonly balance: string }[] };
}

const columnsOf = async (page: Page): Promise<Columns> =>
  (await read<{ points: Columns }>(page, '/donations/giving')).points;

const card = (page: Page, title: string) =>
  page
    .getByRole('main')
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: title, exact: true }) });

/** The charity's points, as the giving page shows them: received, disbursed, unspent. */
const shownColumns = (page: Page) =>
  card(page, '合計').locator('dl').first().locator('dd:nth-of-type(1) [data-source="ledger"]');

test('what members gave is disbursed by two operators through the console; the open giving page shows the receipt and that nothing is missing', async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: server.address });
  const page = await context.newPage();
  await register(page);
  const zone = await page.request.post('/api/User/upinfo', { form: { timezone: 'UTC' }, headers: changesState });
  expect(zone.status()).toBe(200);
  const checkedIn = await page.request.get('/api/User/signin', { headers: changesState });
  expect(await checkedIn.json()).toMatchObject({ status: 1, url: { points: 50 } });
  await page.goto('/singing');
  await expect(shownColumns(page)).toHaveText(['0', '0', '0']);
  const tiers = page.getByRole('list', { name: '捐贈', exact: true });
  // By its key: the card may still move while the page loads.
  await tiers.getByRole('button', { name: '捐贈' }).nth(1).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: '關閉' }).click();
  await expect(shownColumns(page)).toHaveText(['50', '0', '50']);
  const receipts = card(page, '撥付與收據');
  await expect(receipts).toContainText('目前尚無撥付。');

  // What it is for takes two operators as well.
  const anna = await signedInDesk(browser, 'anna', server);
  const { en, zh, tc, jp } = cause;
  await callAt(anna, '/products/cause/propose', {
    ...{ cause: 'library', open: '1', reason: 'the members asked for it' },
    ...{ nameEn: en.name, aboutEn: en.about, nameZh: zh.name, aboutZh: zh.about },
    ...{ nameTc: tc.name, aboutTc: tc.about, nameJp: jp.name, aboutJp: jp.about },
  });
  const bert = await signedInDesk(browser, 'bert', server);
  await section(bert, 'Approvals').click();
  const named = bert.locator('section').filter({ hasText: cause.en.name });
  await act(bert, named, 'Approve', 'the board has agreed');
  await expect(named).toHaveCount(0);
  await expect(card(page, '公益款項目前的用途')).toContainText(cause.tc.about);

  // More than the charity has is not asked for.
  await section(anna, 'Books').click();
  const form = anna.getByRole('form', { name: 'Ask for the disbursement' });
  await expect(form.getByLabel('Cause')).toHaveValue('library');
  const receipt = '<img src=x onerror="document.title=1"> Invoice 17: twenty atlases';
  await form.getByLabel('Receipt').fill(receipt);
  await form.getByLabel('Amount to disburse').fill('51');
  await expect(form.getByRole('button', { name: 'Ask for the disbursement' })).toBeDisabled();
  await form.getByLabel('Amount to disburse').fill('20');
  await form.getByRole('button', { name: 'Ask for the disbursement' }).click();
  await expect(form.getByLabel('Amount to disburse')).toHaveValue('');

  // The one who asked is one of the two.
  await section(anna, 'Approvals').click();
  const asked = anna.locator('section').filter({ hasText: receipt });
  await expect(asked).toContainText('20 PTS');
  await expect(asked.getByText('You have decided already')).toBeVisible();
  await expect(asked.getByRole('button')).toHaveCount(0);
  expect(await columnsOf(page)).toEqual({ received: 50, disbursed: 0, unspent: 50 });

  await section(anna, 'Books').click();
  const waiting = bert.locator('section').filter({ hasText: receipt });
  await expect(waiting.getByText('1 of 2')).toBeVisible();
  await act(bert, waiting, 'Approve', 'the invoice is in the drawer');
  await expect(waiting).toHaveCount(0);

  // The open pages follow.
  await expect(shownColumns(page)).toHaveText(['50', '20', '30']);
  const listed = receipts.getByRole('listitem');
  await expect(listed).toHaveCount(1);
  await expect(listed).toContainText(cause.tc.name);
  await expect(listed).toContainText(cause.tc.about);
  await expect(listed).toContainText('20 積分');
  await expect(listed).toContainText(`收據：${receipt}`);
  await expect(page.getByRole('main').locator('img[src="x"]')).toHaveCount(0);
  const row = anna.getByRole('region', { name: 'Disbursements made' }).getByRole('row').filter({ hasText: receipt });
  await expect(row).toContainText(cause.en.name);
  await expect(anna.locator('main').locator('img[src="x"]')).toHaveCount(0);

  // A refusal moves nothing, and leaves what is not disbursed to be asked for again.
  await form.getByLabel('Amount to disburse').fill('30');
  await form.getByLabel('Receipt').fill('Invoice 18: shelves');
  await form.getByRole('button', { name: 'Ask for the disbursement' }).click();
  const second = bert.locator('section').filter({ hasText: 'Invoice 18: shelves' });
  await act(bert, second, 'Refuse', 'there is no such invoice');
  await expect(second).toHaveCount(0);
  const columns = await columnsOf(page);
  expect(columns).toEqual({ received: 50, disbursed: 20, unspent: 30 });
  expect(columns.received).toBe(columns.disbursed + columns.unspent);

  // The next root has the disbursement, and the phone holds all receipts against it.
  const spentByRoot = async (): Promise<number> => {
    const { info } = (await (await page.request.get('/api/proofs/roots')).json()) as { info: readonly Root[] };
    return Number(info[0]?.points.house.find(({ account }) => account === 'charityPointsSpent')?.balance ?? 0);
  };
  await expect.poll(spentByRoot, { timeout: 120_000 }).toBe(20);
  await page.reload();
  await expect(receipts.locator('dl').first().locator('dd:nth-of-type(1) [data-source="ledger"]')).toHaveText([
    '50',
    '20',
    '30',
  ]);
  await expect(receipts.getByRole('status')).toContainText('收據之和等於該根雜湊值所載的已撥付');
  await expect(receipts.getByRole('listitem')).toContainText(receipt);
  for (const one of [context, anna.context(), bert.context()]) await one.close();
});
