import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { usdt } from '#core/money/amount.ts';
import { type App, startApp } from '#server/app.ts';
import { developmentXpub, startChain, type TestChain } from '#server/gateways/evm/chain.fixture.ts';
import { readConfig } from '#server/platform/config.ts';
import { createTestDatabase, type TestDatabase } from '#server/platform/database/test-database.ts';
import { silentLog } from '#server/platform/log.ts';
import { Phone } from './phone.fixture.ts';

const code = 'abcd';

let chain: TestChain;
let database: TestDatabase;
let app: App;
let token: string;

beforeAll(async () => {
  [chain, database] = await Promise.all([startChain(), createTestDatabase()]);
  token = await chain.deployToken();
  const config = readConfig({
    PORT: '0',
    DATABASE_URL: database.url,
    VERIFY_CODE_TEST: code,
    CARD_KEY: '7'.repeat(64),
    RATE_LIMIT: 'off',
    RAIL: 'evm',
    EVM_RPC_URL: chain.url,
    EVM_TOKEN: token,
    EVM_XPUB: developmentXpub,
    EVM_CONFIRMATIONS: '2',
  });
  app = await startApp(config, silentLog, (error) => {
    throw error;
  });
});

afterAll(async () => {
  await app.close();
  await chain.stop();
  await database.drop();
});

test('the whole app on a chain: announced, sent, found by its hash, credited, and in the records', async () => {
  const phone = new Phone(app.address);
  await phone.register('onchain01', code);
  const network = { name: 'Development chain', chainId: 31_337, token };
  const channels = (await phone.get('/wallet/channels')).info;
  expect(channels).toMatchObject([{ id: 'evm-31337', confirmationsNeeded: 2, network, behindSince: null }]);
  const requested = await phone.post('/Finance/recharge', { channel: 'evm-31337', amount: '100' });
  const { id, address } = requested.url as { id: string; address: string };

  const transaction = await chain.mint(token, address, usdt(123_456_789n));
  await chain.send(transaction);
  const form = { channel: 'evm-31337', hash: transaction.hash };
  expect(await phone.post('/Finance/rechargebywallet', form)).toMatchObject({
    status: 409,
    code: 'transactionPending',
  });
  await chain.mine(2);
  const found = { status: 200, url: { id, amount: '123.456789', announced: '100.000000', transaction: form.hash } };
  expect(await phone.post('/Finance/rechargebywallet', form)).toMatchObject(found);
  const look = async () => expect((await phone.get('/User/balance')).url).toMatchObject({ spot: '123.456789' });
  await vi.waitFor(look, { timeout: 60_000, interval: 50 });
  expect((await phone.get('/api/recharge')).info).toMatchObject([{ id, state: 'confirmed', confirmations: 2 }]);
  expect((await phone.get('/user/accountRecords')).info).toMatchObject([{ reference: id, amount: '123.456789' }]);

  const stranger = new Phone(app.address);
  await stranger.register('onchain02', code);
  const refused = async (hash: string, status: number, refusal: string) =>
    expect(await stranger.post('/Finance/rechargebywallet', { ...form, hash })).toMatchObject({
      status,
      code: refusal,
    });
  await refused(form.hash, 422, 'transactionNotYours');
  await refused('', 400, 'transactionMissing');
  await refused(form.hash.slice(0, -1), 400, 'transactionInvalid');
  await refused(`0x${'g'.repeat(64)}`, 400, 'transactionInvalid');
});
