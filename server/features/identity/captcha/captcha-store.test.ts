import { expect, test } from 'vitest';
import { solveWork } from '#server/test/captcha-work.fixture.ts';
import { countOf, createBrowser, fixedAnswer, openTestIdentity } from '#server/test/identity.fixture.ts';
import { openForFile } from '#server/test/open-for-file.fixture.ts';
import { getCaptcha } from '../get-captcha.ts';
import { proveWork } from '../prove-work.ts';
import { visitorCookieName } from '../sessions/identity-cookies.ts';
import { checkCaptcha, spendCaptcha } from './captcha-store.ts';

const accounts = await openForFile(openTestIdentity);
const { node } = accounts;

async function draw(browser = createBrowser()): Promise<string> {
  const { image, expiresInSeconds, work } = await getCaptcha(node, browser);
  expect(image).toMatch(/^data:image\/svg\+xml;base64,/);
  expect(expiresInSeconds).toBe(300);
  await proveWork(node, await solveWork(work), browser);
  return browser.jar.get(visitorCookieName) ?? '';
}

test('a code is good for one right answer, on whichever node', async () => {
  const other = await accounts.addNode();
  const visitor = await draw();
  expect(await spendCaptcha(other.tables, visitor, fixedAnswer, node.wallNow())).toBe(true);
  expect(await spendCaptcha(node.tables, visitor, fixedAnswer, node.wallNow())).toBe(false);
});

test('a wrong answer spends the code, and so does being judged wrong', async () => {
  const spent = await draw();
  expect(await spendCaptcha(node.tables, spent, 'WRONG', node.wallNow())).toBe(false);
  expect(await spendCaptcha(node.tables, spent, fixedAnswer, node.wallNow())).toBe(false);

  const judged = await draw();
  expect(await checkCaptcha(node.tables, judged, fixedAnswer, node.wallNow())).toBe(true);
  expect(await checkCaptcha(node.tables, judged, 'WRONG', node.wallNow())).toBe(false);
  expect(await checkCaptcha(node.tables, judged, fixedAnswer, node.wallNow())).toBe(false);
});

test('without its proof of work no answer is right', async () => {
  for (const judge of [checkCaptcha, spendCaptcha]) {
    const browser = createBrowser();
    await getCaptcha(node, browser);
    const visitor = browser.jar.get(visitorCookieName) ?? '';
    expect(await judge(node.tables, visitor, fixedAnswer, node.wallNow())).toBe(false);
  }
});

test('a code expires after five minutes, to the millisecond', async () => {
  const visitor = await draw();
  const drawnAt = node.wallNow();
  expect(await checkCaptcha(node.tables, visitor, fixedAnswer, drawnAt + 299_999)).toBe(true);
  expect(await checkCaptcha(node.tables, visitor, fixedAnswer, drawnAt + 300_000)).toBe(false);
  expect(await spendCaptcha(node.tables, visitor, fixedAnswer, drawnAt + 300_000)).toBe(false);
});

test('drawing again takes the place of the code before', async () => {
  const browser = createBrowser();
  const before = await draw(browser);
  const after = await draw(browser);
  expect(after).not.toBe(before);
  expect(await spendCaptcha(node.tables, before, fixedAnswer, node.wallNow())).toBe(false);
  expect(await spendCaptcha(node.tables, after, fixedAnswer, node.wallNow())).toBe(true);
  // One whose work is not done as well.
  const another = createBrowser('198.51.100.7');
  for (let count = 0; count < 2; count += 1) await getCaptcha(node, another);
  const { rowCount } = await accounts.database.pool.query(`select from captcha where network = '198.51.100.7'`);
  expect(rowCount).toBe(1);
});

test('one address holds no more than its 200 newest codes, and expired ones are cleared away', async () => {
  await accounts.database.owner.query('delete from captcha');
  const elsewhere = await draw(createBrowser('198.51.100.9'));
  const drawn: string[] = [];
  for (let count = 0; count < 230; count += 1) {
    accounts.passTime(1);
    drawn.push(await draw(createBrowser('198.51.100.1')));
  }
  expect(await countOf(accounts.database, 'captcha')).toBe(201);
  const isGood = (at: number) => checkCaptcha(node.tables, drawn[at] ?? '', fixedAnswer, node.wallNow());
  expect([await isGood(29), await isGood(30), await isGood(228)]).toEqual([false, true, true]);
  expect(await spendCaptcha(node.tables, elsewhere, fixedAnswer, node.wallNow())).toBe(true);
  accounts.passTime(6 * 60_000);
  for (let count = 0; count < 5; count += 1) await draw(createBrowser('198.51.100.2'));
  expect(await countOf(accounts.database, 'captcha')).toBe(5);
});

test('without a fixed answer each code has its own, and its image has something to show', async () => {
  const images = new Set<string>();
  const answers = new Set<string>();
  for (let count = 0; count < 20; count += 1) {
    const { image } = await getCaptcha({ ...node, fixedAnswer: undefined }, createBrowser('198.51.100.3'));
    images.add(image);
  }
  const { rows } = await accounts.database.pool.query('select answer_hash from captcha');
  for (const row of rows) answers.add(row.answer_hash.toString('hex'));
  expect(images.size).toBe(20);
  expect(answers.size).toBe(rows.length);
});
