import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { strFromU8, unzipSync } from 'fflate';
import { confirmOwner, deposit, determinePlan, fillPlan, type Member, register } from './member.ts';
import { test } from './test.ts';

/** The first amount in a text, in millionths. */
function printed(text: string | null): bigint {
  const [, sign, whole = '', decimals = ''] = /([+\u2212]?)((?:\d{1,3},)*\d{1,3})\.(\d{1,6})/.exec(text ?? '') ?? [];
  if (whole === '') throw new Error(`no amount is printed in “${text}”`);
  const value = BigInt(whole.replaceAll(',', '') + decimals.padEnd(6, '0'));
  return sign === '\u2212' ? -value : value;
}

const sum = (parts: readonly bigint[]): bigint => parts.reduce((total, part) => total + part, 0n);

/** The amount below a label. */
async function below(page: Page, label: string, place = 0): Promise<bigint> {
  const name = page.getByRole('term').filter({ hasText: new RegExp(`^${label}$`) });
  const value = name.nth(place).locator('xpath=following-sibling::dd');
  await expect(value).toHaveText(/\d\.\d\d/);
  return printed(await value.textContent());
}

/** The amount in the list row that starts with this label. */
async function inRow(page: Page, words: string): Promise<bigint> {
  const row = page.getByRole('listitem').filter({ hasText: words }).first();
  await expect(row).toHaveText(/\d\.\d\d/);
  return printed((await row.textContent())?.slice(words.length) ?? '');
}

/** Changes a response: amounts whose hidden digits carry over. */
async function answered(page: Page, path: string, change: (answer: Answer) => void): Promise<void> {
  await page.route(`**/api${path}*`, async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    change(body);
    await route.fulfill({ response, json: body });
  });
}

// biome-ignore lint/suspicious/noExplicitAny: an answer as it is on the wire, to be changed at will.
type Answer = any;

/** Saves what is kept about the member, as the Security Center offers it; returns what has the rows of a table. */
async function ownData(page: Page, member: Member): Promise<(table: string) => Answer[]> {
  await page.goto('/securityCenter');
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save my data' }).click();
  await confirmOwner(page, member.password);
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('clearlot-own-data.zip');
  const files = unzipSync(readFileSync(await download.path()));
  return (table) => JSON.parse(strFromU8(files[`json/${table}.json`] ?? new Uint8Array()));
}

const available = '466.786360';
const locked = '33.338550';
const together = '500.124910';

test('quotas, wallet and accounts add up as they are printed, with two, four and six decimals', async ({ page }) => {
  await register(page, '/healthz');
  await answered(page, '/User/balance', ({ url }) =>
    Object.assign(url, { banlance: together, spot: available, financial: locked }),
  );
  await answered(page, '/user/center', ({ url }) =>
    Object.assign(url, { banlance: together, usdt: available, usdtd: locked }),
  );
  await answered(page, '/api/wallet', ({ url }) => Object.assign(url, { banlance: together, available, locked }));
  await answered(page, '/api/purse', (body) => {
    body.info = [
      { account: 'available', asset: 'USDT', balance: available },
      { account: 'plans', asset: 'USDT', balance: '20.000005' },
      { account: 'financing', asset: 'USDT', balance: '13.338545' },
    ];
  });

  await page.goto('/tab1');
  const ofPlans = await below(page, 'Authorization Quota');
  expect((await below(page, 'Available Quota')) + (await below(page, 'Lock limit'))).toBe(ofPlans);
  expect(ofPlans).toBe(500_120_000n);

  await page.goto('/tab4');
  const ofAssets = await below(page, 'Authorization Quota');
  expect((await below(page, 'Available Quota')) + (await below(page, 'Lock limit'))).toBe(ofAssets);
  expect(ofAssets).toBe(500_124_900n);

  await page.goto('/wallet');
  const balance = await below(page, 'Balance');
  expect(balance).toBe(500_124_910n);
  expect((await below(page, 'Available')) + (await below(page, 'Locked'))).toBe(balance);
  const accounts = page.getByRole('list', { name: 'Where your balance is' }).getByRole('listitem');
  await expect(accounts).toHaveCount(3);
  expect(sum((await accounts.allTextContents()).map(printed))).toBe(balance);
});

test('a limit is what is lost, at risk and left; earnings are those of plans and of financing; a root is its parts', async ({
  page,
}) => {
  await register(page, '/healthz');
  await answered(page, '/limits', ({ url }) => {
    const count = { since: url.now, lost: '1.005555', atRisk: '1.000156', left: '2.994289' };
    url.lossLimits[0] = { ...url.lossLimits[0], amount: '5.000000', count };
  });
  await answered(page, '/financing/log', ({ url }) =>
    Object.assign(url, {
      plans: { today: '-0.309951', total: '-2.000051' },
      financing: { today: '0.000051', total: '0.700051' },
    }),
  );
  await answered(page, '/proofs/roots', ({ info }) => {
    const [newest] = info;
    newest.total = '750.309951';
    newest.house = [
      { account: 'rail', balance: '-751.000000' },
      { account: 'market', balance: '0.345052' },
      { account: 'yield', balance: '0.344997' },
    ];
  });

  await page.goto('/securityCenter');
  const parts = [await below(page, 'Lost'), await below(page, 'Still at risk'), await below(page, 'Left')];
  expect(sum(parts)).toBe(5_000_000n);

  await page.goto('/profit');
  const ever = await below(page, 'Total Income');
  expect((await below(page, 'Plans, ever')) + (await below(page, 'Financing, ever'))).toBe(ever);

  await expect
    .poll(async () => (await (await page.request.get('/api/proofs/roots')).json()).info.length)
    .toBeGreaterThan(0);
  await page.goto('/proofs');
  const owed = await inRow(page, 'Owed to members');
  const ofHouse = await inRow(page, 'All house accounts');
  expect(owed + ofHouse).toBe(await inRow(page, 'Together'));
  const house = page.getByRole('list', { name: 'The house at the same moment' }).getByRole('listitem');
  expect(sum((await house.allTextContents()).map(printed))).toBe(ofHouse);
});

test('each record follows from the one before it, the bill of a plan adds up to its amount, and its rounds to their total; the own data say the same', async ({
  page,
}) => {
  const member = await register(page, '/healthz');
  await deposit(page, '500.124910');
  await fillPlan(page, '3X', '33.338551');
  await determinePlan(page);
  await expect(page.getByText('Plan placed')).toBeVisible();
  const newest = async () => (await (await page.request.get('/api/user/ctrecords')).json()).info[0];
  await expect.poll(async () => (await newest()).status).not.toBe(1);
  const plan = await newest();

  await page.goto('/account');
  const records = page.getByRole('list', { name: 'Financial Records' }).getByRole('listitem');
  await expect(records.first()).toContainText('Plan settled');
  await expect(records.filter({ hasText: 'ETH 3X' })).toHaveCount(2);
  // A line has one amount, its net effect; all of them are read down one column.
  const netTexts = await records.evaluateAll((rows) =>
    rows.map((row) => [...row.querySelectorAll('[data-source]')].at(-1)?.textContent ?? ''),
  );
  const nets = netTexts.map(printed).reverse();
  expect(nets.length).toBeGreaterThanOrEqual(3);
  const ends = await records.evaluateAll((rows) =>
    rows.map((row) =>
      Math.round([...row.querySelectorAll('[data-source]')].at(-1)?.getBoundingClientRect().right ?? 0),
    ),
  );
  expect(new Set(ends).size, ends.join(' ')).toBe(1);
  const bills = await records
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  const together = page.getByRole('list', { name: 'Together' });
  const row = async (name: RegExp) =>
    printed(await together.getByRole('listitem').filter({ hasText: name }).locator('[data-source]').textContent());
  expect(await row(/^Net/)).toBe(sum(nets));
  expect((await row(/^In/)) + (await row(/^Out/))).toBe(sum(nets));
  expect(await row(/^In/)).toBe(sum(nets.filter((net) => net > 0n)));

  // What the search and the days leave is what they add up.
  await page.getByLabel('Search: movement or reference').fill('plan settled');
  await expect(records).toHaveCount(1);
  await expect.poll(() => row(/^Net/)).toBe(nets.at(-1));
  await page.getByLabel('Search: movement or reference').fill('');
  await page.getByLabel('Until', { exact: true }).fill('2001-01-01');
  await expect(page.getByText('Nothing moved in this time')).toBeVisible();
  await page.getByRole('button', { name: 'All', exact: true }).last().click();
  await expect(records.first()).toContainText('Plan settled');

  // Each bill goes on from the balances of the one before it, and its own sides add up to the line.
  const postings = page.locator('main li').filter({ hasText: '→' });
  const balances = new Map<string, bigint>();
  for (const [place, bill] of bills.reverse().entries()) {
    await page.goto(bill);
    await expect(postings.first()).toBeVisible();
    let net = 0n;
    for (const text of await postings.allTextContents()) {
      const [, from = '', to = '', amount = ''] = /^(.+?) → (.+?)([\d,]+\.\d{6}) USDT/.exec(text) ?? [];
      for (const [account, change] of [
        [from, -printed(amount)],
        [to, printed(amount)],
      ] as const) {
        const after = new RegExp(`${account} afterwards: ([\\d,.]+)`).exec(text)?.[1];
        if (after === undefined) continue;
        expect((balances.get(account) ?? 0n) + change, `${account} in ${bill}`).toBe(printed(after));
        balances.set(account, printed(after));
        net += change;
      }
    }
    expect(net, bill).toBe(nets[place]);
  }
  expect([...balances.keys()].sort()).toEqual(['Available', 'In plans']);
  // The last bill is the settlement: what leaves the plan is its amount.
  const fromPlans = (await postings.allTextContents()).filter((text) => text.startsWith('In plans')).map(printed);
  expect(sum(fromPlans)).toBe(33_338_551n);

  await page.goto(`/ordersDetail?id=${plan.id}`);
  const results = page.locator('main ol li > :last-child');
  await expect(results.first()).toHaveText(/%/);
  const total = page.locator('main p').filter({ hasText: /^Total/ });
  expect(sum((await results.allTextContents()).map(printed))).toBe(printed(await total.textContent()));

  // The file that the member takes along has the figures of these screens.
  const rowsOf = await ownData(page, member);
  const accounts = new Map<string, string>(
    rowsOf('ledger.accounts').flatMap(({ asset, id, name }) => (asset === 'USDT' ? [[id, name]] : [])),
  );
  const netsInFile = rowsOf('ledger.transfers').flatMap(({ id }) => {
    const changes = rowsOf('ledger.postings').flatMap(({ transfer_id, from_account, to_account, amount }) => {
      if (transfer_id !== id) return [];
      return [
        ...(accounts.has(from_account) ? [-BigInt(amount)] : []),
        ...(accounts.has(to_account) ? [BigInt(amount)] : []),
      ];
    });
    return changes.length === 0 ? [] : [sum(changes)];
  });
  expect(netsInFile).toEqual(nets);
  const balancesInFile = rowsOf('ledger.balances').flatMap(({ account_id, balance }) => {
    const name = accounts.get(account_id);
    return name === undefined ? [] : [[name, BigInt(balance)]];
  });
  expect(Object.fromEntries(balancesInFile)).toMatchObject({
    available: balances.get('Available'),
    plans: balances.get('In plans'),
  });
  expect(rowsOf('plan')).toMatchObject([{ id: plan.id, amount: '33338551', income: String(nets.at(-1)) }]);
  expect(rowsOf('deposit')).toMatchObject([{ amount: '500124910' }]);
});
