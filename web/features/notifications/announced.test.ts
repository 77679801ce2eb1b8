import { expect, test } from 'vitest';
import { isAfterPlace, toAnnounce } from './announced.ts';

const money = (id: string, reference = 'P1') => ({
  id,
  kind: 'planSettled' as const,
  reference,
  read: false,
  quiet: false,
});
const act = (id: string) => ({
  id,
  kind: 'securityAct' as const,
  reference: 'passkeyAdded',
  read: false,
  quiet: false,
});
const home = { after: '10.0AA', page: '/homeTab', showsActs: false };
const idsOf = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id);

test('transfers are compared as numbers, acts as texts', () => {
  const place = '9216.0ABC';
  expect(['t9217', 't10240', 't9216', 't1024'].map((id) => isAfterPlace(id, place))).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(['a0ABD', 'a0ABC', 'a0ABB'].map((id) => isAfterPlace(id, place))).toEqual([true, false, false]);
  expect(['x1', 't', 'tX', ''].map((id) => isAfterPlace(id, place))).toEqual([false, false, false, false]);
});

test('what is new to this phone is announced, and nothing on its first visit', () => {
  const list = [money('t20'), act('a0AB'), money('t9'), act('a0AA')];
  expect(toAnnounce(list, { ...home, after: null })).toEqual([]);
  expect(idsOf(toAnnounce(list, home))).toEqual(['t20', 'a0AB']);
  expect(toAnnounce(list, { ...home, after: '20.0AB' })).toEqual([]);
});

test('what was read elsewhere, or switched off, is not announced', () => {
  const list = [{ ...money('t20'), read: true }, { ...money('t19'), quiet: true }, money('t18')];
  expect(idsOf(toAnnounce(list, home))).toEqual(['t18']);
});

test('what the page shows itself is not announced: the plan that is open, an act that the member is doing', () => {
  const list = [money('t20', 'P1'), money('t21', 'P2'), act('a0AB')];
  expect(idsOf(toAnnounce(list, { ...home, page: '/ordersDetail?id=P1' }))).toEqual(['t21', 'a0AB']);
  expect(idsOf(toAnnounce(list, { ...home, showsActs: true }))).toEqual(['t20', 't21']);
});
