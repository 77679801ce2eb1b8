import { expect, test } from 'vitest';
import { createStreamPlaces } from './stream-places.ts';

const ended: string[] = [];
const visitor = (network: string) => ({ network, isMember: false, end: () => void ended.push(network) });
const member = (network: string) => ({ network, isMember: true, end: () => void ended.push(`member of ${network}`) });

test('visitors of one network have their bound, its members more, other networks their own', () => {
  const places = createStreamPlaces({ max: 100, visitorsOfNetworkMax: 2, ofNetworkMax: 4 });
  const giveBack = places.take(visitor('a'));
  places.take(visitor('a'));
  expect(() => places.take(visitor('a'))).toThrow('tooManyRequests');
  places.take(member('a'));
  places.take(member('a'));
  expect(() => places.take(member('a'))).toThrow('tooManyRequests');
  places.take(visitor('b'));
  giveBack();
  places.take(visitor('a'));
  expect(() => places.take(visitor('a'))).toThrow('tooManyRequests');
});

test('a place that was given back is free again, however often', () => {
  const places = createStreamPlaces({ max: 2, visitorsOfNetworkMax: 2, ofNetworkMax: 2 });
  for (let round = 0; round < 10; round += 1) {
    const giveBack = [places.take(visitor('a')), places.take(member('b'))];
    expect(() => places.take(visitor('c'))).toThrow('serverBusy');
    for (const give of giveBack) give();
  }
});

test('when all are taken a visitor waits, and a member gets the place of the visitor who had one longest', () => {
  const places = createStreamPlaces({ max: 3, visitorsOfNetworkMax: 9, ofNetworkMax: 9 });
  const giveBack = new Map(['a', 'b'].map((network) => [network, places.take(visitor(network))]));
  places.take(member('c'));
  expect(() => places.take(visitor('d'))).toThrow('serverBusy');
  ended.length = 0;
  places.take(member('e'));
  expect(ended).toEqual(['a']);
  giveBack.get('a')?.();
  places.take(member('f'));
  expect(ended).toEqual(['a', 'b']);
  giveBack.get('b')?.();
  expect(() => places.take(member('g'))).toThrow('serverBusy');
});

test('a visitor who is sent away is out at once, even one whose connection says nothing any more', () => {
  const places = createStreamPlaces({ max: 2, visitorsOfNetworkMax: 9, ofNetworkMax: 9 });
  const giveBack = [places.take(visitor('a')), places.take(visitor('b'))];
  ended.length = 0;
  const members = ['c', 'd'].map((network) => places.take(member(network)));
  expect(ended).toEqual(['a', 'b']);
  expect(() => places.take(member('e'))).toThrow('serverBusy');
  // Their connections close late, or never: neither frees a place twice.
  for (const give of giveBack) give();
  expect(() => places.take(member('e'))).toThrow('serverBusy');
  members[0]?.();
  places.take(member('e'));
  expect(() => places.take(member('f'))).toThrow('serverBusy');
});

test('a /48 full of IPv6 networks has eight times the streams of one', () => {
  const places = createStreamPlaces({ max: 1_000, visitorsOfNetworkMax: 2, ofNetworkMax: 3 });
  const network = (number: number) => `2001:db8:1:${number}::/64`;
  const giveBack = Array.from({ length: 16 }, (_, place) => places.take(visitor(network(place >> 1))));
  expect(() => places.take(visitor(network(9)))).toThrow('tooManyRequests');
  places.take(visitor('2001:db8:2:9::/64'));
  for (let place = 0; place < 8; place += 1) places.take(member(network(place)));
  expect(() => places.take(member(network(9)))).toThrow('tooManyRequests');
  giveBack[0]?.();
  places.take(visitor(network(9)));
  expect(() => places.take(visitor(network(9)))).toThrow('tooManyRequests');
});
