import { expect, test } from 'vitest';
import { signOut } from '#contract/identity.ts';
import { getCandles, listMarkets } from '#contract/market.ts';
import { placePlan } from '#contract/plans.ts';
import { listWithdrawals } from '#contract/withdrawals.ts';
import { usdt } from '#core/money/amount.ts';
import { session } from '../session/session.ts';
import { requestOf } from './request.ts';

test('a read carries its fields in the path and no state-change header', () => {
  const { address, init } = requestOf(listMarkets, { id: '1', type: '0' }, { locale: 'en' });
  expect(address).toBe('/api/ajax/allcoin_a/id/1/type/0');
  expect(init).toMatchObject({ method: 'GET', headers: { 'x-clearlot-locale': 'en' } });
  expect(init.headers).not.toHaveProperty('x-clearlot');
  expect(init.body).toBeUndefined();
});

test('the empty time of the line chart leaves an empty place in the path', () => {
  expect(requestOf(getCandles, { name: 'ETH', time: '' }, { locale: 'en' }).address).toBe(
    '/api/ajax/kxianb/name/ETH/time/',
  );
});

test('a money call is form-encoded in wire terms, with the header no link can send and its key', () => {
  const input = { id: 2, coin: 'ETH', multiple: 10, price: usdt(200_000_000n) };
  const { address, init } = requestOf(placePlan, input, { locale: 'jp', idempotencyKey: 'k'.repeat(8) });
  expect(address).toBe('/api/Exchange/shenqing');
  expect(init.method).toBe('POST');
  expect(String(init.body)).toBe('id=2&coin=ETH&multiple=10&price=200.000000');
  expect(init.headers).toMatchObject({
    'x-clearlot': '1',
    'x-clearlot-locale': 'jp',
    'idempotency-key': 'kkkkkkkk',
  });
});

test('what is left out of the input is left out of the call', () => {
  expect(requestOf(listWithdrawals, { before: undefined }, { locale: 'en' }).address).toBe('/api/withdrawals/list');
});

test('a GET that changes state carries the header as well', () => {
  expect(requestOf(signOut, {}, { locale: 'en' }).init.headers).toMatchObject({ 'x-clearlot': '1' });
});

test('every call says whose account the page shows, and rubbish in its place is not sent', () => {
  const sent = () => requestOf(listMarkets, { id: '1', type: '0' }, { locale: 'en' }).init.headers;
  expect(sent()).not.toHaveProperty('x-clearlot-account');
  session.signIn('satoshi7');
  expect(sent()).toMatchObject({ 'x-clearlot-account': 'satoshi7' });
  session.signIn('nobody at all\n');
  expect(sent()).not.toHaveProperty('x-clearlot-account');
  session.signOut();
});
