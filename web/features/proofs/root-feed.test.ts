import { describe, expect, test } from 'vitest';
import { type PublishedRoot, rootsPerPage } from '#contract/proofs.ts';
import { EndlessRoots } from '#core/proofs/root-pages.ts';
import { follow, honest, members, publish, storeOf } from './published-trees.fixture.ts';
import { followFeed, type RootFeed } from './root-feed.ts';

const faultKinds = ({ faults }: RootFeed): string[] => faults.map(({ kind, number }) => `${kind} ${number}`);

describe('the roots that a phone keeps', () => {
  const chain = [honest.root];
  for (let count = 0; count < 5; count++) chain.push(publish(members, chain.at(-1)).root);

  test('grow with the feed, and none that does not follow is kept', async () => {
    const store = storeOf([]);
    expect(await follow(chain.slice(0, 3), store)).toMatchObject({ faults: [], keptSince: null, isKept: true });
    expect(await follow(chain, store)).toMatchObject({ faults: [], keptSince: honest.root.at, isKept: true });
    expect(store.kept()).toEqual(chain);
    const fork = publish(members.slice(1), chain[4]).root;
    const after = publish(members, fork).root;
    expect((await follow([...chain.slice(0, 5), fork, after], store)).faults).toMatchObject([
      { kind: 'fork', number: 6, claimed: fork.digest, expected: chain[5]?.digest },
    ]);
    expect(store.kept()).toEqual(chain);
  });

  test('are the newest ones where a phone has as many as it keeps', async () => {
    const older = Array.from({ length: 451 }, (_, place) => ({ ...honest.root, number: place + 1 }));
    const newest = [publish(members, older.at(-1)).root];
    for (let count = 0; count < 49; count++) newest.push(publish(members, newest.at(-1)).root);
    const store = storeOf([...older, ...newest.slice(0, -1)]);
    expect(await follow(newest, store)).toMatchObject({ faults: [], isKept: true });
    expect(store.kept()).toEqual([...older, ...newest].slice(1));
  });

  test('of two looks at once the one that ends last does not take back what the other has kept', async () => {
    const store = storeOf([]);
    const answered = Promise.withResolvers<readonly PublishedRoot[]>();
    const slow = followFeed(() => answered.promise, store);
    await follow(chain, store);
    answered.resolve(chain.slice(0, 2).toReversed());
    expect(await slow).toMatchObject({ faults: [], isKept: true });
    expect(store.kept()).toEqual(chain);
  });

  test('are missed where the feed begins behind them: another chain that leaves out what was seen is none', async () => {
    const other = [publish(members.slice(1), { ...honest.root, number: 7 }).root];
    other.push(publish(members.slice(1), other[0]).root);
    const store = storeOf(chain);
    expect(faultKinds(await follow(other, store))).toEqual([
      ...chain.map(({ number }) => `withdrawn ${number}`),
      'chain 8',
    ]);
    expect(store.kept()).toEqual(chain);
    // As well where only what this phone asked for first is left out.
    expect(faultKinds(await follow(chain.slice(1), store))).toEqual(['withdrawn 1']);
  });

  test('are followed up to a bound alone, where a server sends the same page again and again', async () => {
    let asked = 0;
    const page = Array.from({ length: rootsPerPage }, (_, place) => ({ ...honest.root, number: place + 1 }));
    const fetchPage = async () => {
      if (asked++ > 10) throw new Error('asked without an end');
      return page;
    };
    const store = storeOf([honest.root]);
    await expect(followFeed(fetchPage, store)).rejects.toBeInstanceOf(EndlessRoots);
    expect(store.kept()).toEqual([honest.root]);
  });

  test('are none in a browser that keeps nothing, which is shown', async () => {
    expect(await follow(chain, storeOf(null))).toMatchObject({ faults: [], keptSince: null, isKept: false });
  });
});
