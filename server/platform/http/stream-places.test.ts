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
