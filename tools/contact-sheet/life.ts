import { setTimeout as passed } from 'node:timers/promises';
import { type Caller, listOf, openCaller, textOf } from './caller.ts';
import type { SheetServer } from './server.ts';

/** The member on the screens, with at least one record of most kinds. */
export interface Life {
  readonly username: string;
  readonly cookies: Caller['cookies'];
  readonly planWon: string;
  readonly planLost: string;
  readonly planRunning: string;
  readonly deposit: string;
  readonly withdrawalInReview: string;
  readonly withdrawalDone: string;
  readonly transfer: string;
}

const password = 'Quiet1Otter';
const withdrawalPassword = 'Quiet12Fox';
const withinMs = 240_000;

/** Simulates one or two months in half a minute: fast while things settle, slower while plans run, then in real time. */
export async function liveLife(server: SheetServer): Promise<Life> {
  await server.runAt(600);
  const caller = openCaller(server.address);
  const username = `ann${Date.now().toString(36)}`;
  await register(caller, username, server.captcha);
  const deposit = await depositCredited(caller, '25000');
  await secure(caller, server.captcha);
  await caller.post('/Mobile/Financing/index', { product: 'day30', amount: '2500' });
  const early = await caller.post('/Mobile/Financing/index', { product: 'day7', amount: '300' });
  await caller.post('/financing/redeem', { holding: textOf(early.url, 'id') });
  const { won, lost } = await settledPlans(caller);
  const withdrawalDone = await withdraw(caller, '250', 'rent');
  await until(async () => (await stateOf(caller, withdrawalDone)) === 'done');

  await server.runAt(100);
  await caller.post('/Mobile/Financing/index', { product: 'day7', amount: '500' });
  const running = await placePlan(caller, 'ETH', 5, '200');
  await until(async () => Number.parseInt(textOf(await planOf(caller, running), 'number'), 10) >= 3);

  await server.runAt(1);
  const withdrawalInReview = await withdraw(caller, '1200.5', '');
  await placePlan(caller, 'BTC', 3, '150');
  await caller.post('/Finance/recharge', { channel: await channelOf(caller), amount: '1000' });
  const [line] = listOf((await caller.get('/user/accountRecords')).info);
  return {
    username,
    cookies: caller.cookies,
    planWon: won,
    planLost: lost,
    planRunning: running,
    deposit,
    withdrawalInReview,
    withdrawalDone,
    transfer: textOf(line, 'transfer'),
  };
}

async function register(caller: Caller, username: string, code: string): Promise<void> {
  await caller.drawCaptcha();
  const consent = { invite: 'CLEARLOT', code, adult: '1', terms: '1' };
  await caller.post('/login/upregister', { username, password, repassword: password, ...consent });
  await caller.post('/User/upinfo', {
    nickname: 'Ann',
    realname: 'Ann Lee',
    timezone: 'Asia/Bangkok',
    login: password,
  });
}

async function secure(caller: Caller, code: string): Promise<void> {
  await caller.drawCaptcha();
  await caller.post('/User/uppp', {
    password: withdrawalPassword,
    repassword: withdrawalPassword,
    code,
    login: password,
  });
  const card = { name: 'Ann Lee', number: '4242 4242 4242 4242', bank: 'First Bank' };
  await caller.post('/User/rebank', { ...card, password: withdrawalPassword, login: password });
}

async function channelOf(caller: Caller): Promise<string> {
  const [channel] = listOf((await caller.get('/wallet/channels')).info);
  return textOf(channel, 'id');
}

async function depositCredited(caller: Caller, amount: string): Promise<string> {
  const { url } = await caller.post('/Finance/recharge', { channel: await channelOf(caller), amount });
  const id = textOf(url, 'id');
  await until(async () => textOf((await caller.get(`/wallet/deposit/${id}`)).url, 'state') === 'confirmed');
  return id;
}

const coins = ['ETH', 'BTC', 'SOL', 'XRP', 'LTC', 'LINK', 'AVAX', 'BNB'];
const triesMax = 4;

/** Places plans on many coins until one has won and one has lost. */
async function settledPlans(caller: Caller): Promise<{ readonly won: string; readonly lost: string }> {
  for (let tries = 0; tries < triesMax; tries += 1) {
    for (const [place, coin] of coins.entries()) await placePlan(caller, coin, 1 + (place % 5), '120');
    await until(async () => (await plans(caller)).every((plan) => textOf(plan, 'status') !== '1'));
    const settled = await plans(caller);
    const won = settled.find((plan) => textOf(plan, 'status') === '2');
    const lost = settled.find((plan) => textOf(plan, 'status') === '3' && Number(textOf(plan, 'income')) < 0);
    if (won !== undefined && lost !== undefined) return { won: textOf(won, 'id'), lost: textOf(lost, 'id') };
  }
  throw new Error('no plan has won, or none has lost');
}

async function placePlan(caller: Caller, coin: string, leverage: number, amount: string): Promise<string> {
  await caller.post('/Exchange/shenqing', { id: '1', coin, multiple: String(leverage), price: amount });
  const [newest] = await plans(caller);
  return textOf(newest, 'id');
}

async function plans(caller: Caller): Promise<readonly unknown[]> {
  return listOf((await caller.get('/user/ctrecords')).info);
}

async function planOf(caller: Caller, id: string): Promise<unknown> {
  return (await plans(caller)).find((plan) => textOf(plan, 'id') === id);
}

async function withdraw(caller: Caller, amount: string, comment: string): Promise<string> {
  const fields = { method: 'bank', amount, password: withdrawalPassword, comment };
  return textOf((await caller.post('/Finance/withdraw', fields)).url, 'id');
}

async function stateOf(caller: Caller, withdrawal: string): Promise<string> {
  return textOf((await caller.get(`/withdrawals/detail/${withdrawal}`)).url, 'state');
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  const untilMs = Date.now() + withinMs;
  while (!(await holds())) {
    if (Date.now() > untilMs) throw new Error('the life of the member did not go on in time');
    await passed(150);
  }
}
