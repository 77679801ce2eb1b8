import { expect, test } from 'vitest';
import { Refusal } from '../refusal.ts';
import { createResponseCache } from './response-cache.ts';

test('callers with the same input share one answer for a moment, others and later ones get their own', async () => {
  let nowMs = 1_000;
  let made = 0;
  const shared = createResponseCache(250, () => nowMs);
  const ask = (coin: string, variant = '') =>
    shared?.get(variant, { coin }, async () => ({ status: 200, body: `${coin} ${++made}` }));
  expect(await Promise.all([ask('ETH'), ask('ETH')])).toEqual([
    { status: 200, body: 'ETH 1' },
    { status: 200, body: 'ETH 1' },
  ]);
  expect((await ask('BTC'))?.body).toBe('BTC 2');
  expect((await ask('BTC', 'thai'))?.body).toBe('BTC 3');
  nowMs += 251;
  expect((await ask('ETH'))?.body).toBe('ETH 4');
});

test('too many answers push out the one that was not used for longest, and no other', async () => {
  let made = 0;
  const shared = createResponseCache(250, () => 1_000);
  const ask = (key: number) => shared?.get('', { key: `${key}` }, async () => ({ status: 200, body: `${++made}` }));
  for (let key = 0; key < 500; key++) await ask(key);
  await ask(0);
  await ask(500);
  expect(made).toBe(501);
  for (const kept of [0, 2, 250, 500]) await ask(kept);
  expect(made).toBe(501);
  await ask(1);
  expect(made).toBe(502);
});

test('a refusal is not kept', async () => {
  const shared = createResponseCache(250, () => 1_000);
  const refused = shared?.get('', {}, async () => {
    throw new Refusal('serverBusy');
  });
  await expect(refused).rejects.toThrow('serverBusy');
  expect((await shared?.get('', {}, async () => ({ status: 200, body: 'fine' })))?.body).toBe('fine');
});
