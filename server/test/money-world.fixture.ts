import { setTimeout as wait } from 'node:timers/promises';
import { type App, startApp } from '#server/app.ts';
import { readConfig } from '#server/platform/config.ts';
import { createTestDatabase, type TestDatabase } from '#server/platform/database/test-database.ts';
import { silentLog } from '#server/platform/log.ts';
import { loginPassword, Phone } from './phone.fixture.ts';

export const code = 'TEST7';
export const withdrawalPassword = 'funds123';
export const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
export const card = { name: 'Ann Lee', number: '4242424242424242', bank: 'First Bank', login: loginPassword };
export const withdrawal = { method: 'bank', amount: '10', password: withdrawalPassword };

export interface MoneyWorld {
  readonly app: App;
  readonly database: TestDatabase;
  /** A member with 1,000 USDT, and nothing else, whose phone calls by that host name. */
  fundedMember(username: string, host?: string): Promise<Phone>;
  close(): Promise<void>;
}

/** The whole app, on a product clock on which ten minutes are one second of the wall unless said otherwise. */
export async function openMoneyWorld({ clockSpeed = 600, pushToLoopback = false } = {}): Promise<MoneyWorld> {
  const database = await createTestDatabase();
  const config = readConfig({
    PORT: '0',
    DATABASE_URL: database.url,
    VERIFY_CODE_TEST: code,
    CLOCK_SPEED: String(clockSpeed),
    // Early in a day, which so fast a clock would otherwise end amid a test, depending on when that is run.
    CLOCK_START: '2026-01-14T00:30:00Z',
    CARD_KEY: '7'.repeat(64),
  });
  const app = await startApp({ ...config, rateLimit: false, pushToLoopback }, silentLog, (error) => {
    throw error;
  });
  return {
    app,
    database,
    fundedMember: (username, host = '127.0.0.1') => fundedMember(app.address.replace('127.0.0.1', host), username),
    async close() {
      await app.close();
      await database.drop();
    },
  };
}

/** A member of the app at that address with 1,000 USDT. */
export async function fundedMember(at: string, username: string): Promise<Phone> {
  const one = new Phone(at);
  await one.register(username, code);
  await one.post('/Finance/recharge', { channel: 'sandbox', amount: '1000' });
  for (let look = 0; look < 1_200; look += 1) {
    const { url } = await one.get('/api/wallet');
    if ((url as { banlance: string }).banlance === '1000.000000') return one;
    await wait(50);
  }
  throw new Error('the deposit was not credited');
}

export const setWithdrawalPassword = (one: Phone): Promise<void> => one.setWithdrawalPassword(withdrawalPassword, code);

/**
 * Makes the address one that the member has withdrawn to, so that no later withdrawal there takes the login password. `mayBePaid`: at a fast
 * clock the payment can be quicker than the cancellation.
 */
export async function withdrawFirst(one: Phone, to = address, mayBePaid = false): Promise<string> {
  const first = { method: 'address', address: to, amount: '1', password: withdrawalPassword, login: loginPassword };
  const { status, url, code: refusal } = await one.post('/Finance/withdraw', first);
  if (status !== 200) throw new Error(`no first withdrawal: ${refusal}`);
  const id = String((url as { id: unknown }).id);
  const cancelled = await one.post('/withdrawals/cancel', { withdrawal: id });
  const isPaid = mayBePaid && cancelled.code === 'withdrawalNotCancellable';
  if (cancelled.status !== 200 && !isPaid) throw new Error(`the first withdrawal was not cancelled: ${cancelled.code}`);
  return id;
}
