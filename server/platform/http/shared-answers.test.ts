import { expect, test } from 'vitest';
import { Refusal } from '../refusal.ts';
import { createSharedAnswers } from './shared-answers.ts';

test('callers with the same input share one answer for a moment, others and later ones get their own', async () => {
  let nowMs = 0;
  let made = 0;
  const shared = createSharedAnswers(250, () => nowMs);
  const ask = (coin: string) => shared?.answer({ coin }, async () => ({ status: 200, body: `${coin} ${++made}` }));
  expect(await Promise.all([ask('ETH'), ask('ETH')])).toEqual([
    { status: 200, body: 'ETH 1' },
    { status: 200, body: 'ETH 1' },
  ]);
  expect((await ask('BTC'))?.body).toBe('BTC 2');
  nowMs = 251;
  expect((await ask('ETH'))?.body).toBe('ETH 3');
});

test('a refusal is not kept', async () => {
  const shared = createSharedAnswers(250, () => 0);
  const refused = shared?.answer({}, async () => {
    throw new Refusal('serverBusy');
  });
  await expect(refused).rejects.toThrow('serverBusy');
  expect((await shared?.answer({}, async () => ({ status: 200, body: 'fine' })))?.body).toBe('fine');
});
