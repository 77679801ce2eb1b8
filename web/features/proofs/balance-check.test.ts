import { describe, expect, test } from 'vitest';
import type { BalanceProof } from '#contract/proofs.ts';
import type { MemberAccountName } from '#core/ledger/accounts.ts';
import { noUsdt, points, usdt } from '#core/money/amount.ts';
import { memberOf } from '#core/proofs/balance-tree.fixture.ts';
import { checkBalance, checkLeftOut, type Evidence } from './balance-check.ts';
import type { OwnRecords } from './own-records.ts';
import { at, faultsOf, honest, hourMs, members, pointsOf, publish } from './published-trees.fixture.ts';

/** A member whose 3,000 USDT came in a day before the tree, half of it in a plan. */
const own: OwnRecords = {
  balances: new Map([
    ['available', usdt(1_500_000_000n)],
    ['plans', usdt(1_500_000_000n)],
    ['assistance', 20n],
    ['promotion', 2n],
  ]),
  records: [],
  olderAt: at - 24 * hourMs,
};
const span = { from: honest.root.at - 10_000, to: honest.root.at + 10_000 };
const evidence: Evidence = { username: 'member02', roots: [honest.root], faults: [], own, kept: null, span };
const proof = honest.proofOf('member02');
const fieldsOf = (given: BalanceProof, changed: Partial<Evidence> = {}) =>
  checkBalance(given, { ...evidence, ...changed }).differences.map(({ field }) => field);

test('a balance that is in the public root and in the own records matches, whatever the letter case of the name', () => {
  expect(checkBalance(proof, { ...evidence, username: 'Member02' })).toEqual({ matches: true, differences: [] });
});

test('the parts of another member do not pass for the member’s own', () => {
  expect(fieldsOf(proof, { username: 'member03' })).toEqual(['root']);
  expect(new Set(fieldsOf({ ...proof, parts: honest.proofOf('member01').parts }))).toEqual(new Set(['parts', 'root']));
});

test('what is wrong with the published roots is a difference of the balance too, also for a member whom the tree leaves out', () => {
  const fault = { kind: 'fork', number: 1, claimed: 'a1', expected: 'b2' } as const;
  const differences = [{ field: 'fork', claimed: 'a1', computed: 'b2' }];
  expect(checkBalance(proof, { ...evidence, faults: [fault] })).toEqual({ matches: false, differences });
  const younger = { ...evidence, own: { ...own, olderAt: null }, faults: [fault] };
  expect(checkLeftOut(younger)).toEqual({ matches: false, differences });
});

test('another balance is a difference with both values in full', () => {
  const less = { ...proof, balance: usdt(2_999_999_999n) };
  expect(checkBalance(less, evidence).differences).toEqual([
    { field: 'parts', claimed: '2999.999999', computed: '3000.000000' },
    { field: 'records', claimed: '2999.999999', computed: '3000.000000' },
  ]);
  const { parts } = proof;
  const [left, right] = [{ ...parts[0], amount: usdt(parts[0].amount + 1n) }, parts[1]];
  expect(fieldsOf({ ...proof, parts: [left, right] })).toEqual(['root', 'total', 'parts'].toSorted(byOrder));
});

const byOrder = (one: string, other: string): number =>
  ['path', 'parts', 'root', 'total'].indexOf(one) - ['path', 'parts', 'root', 'total'].indexOf(other);

test('a root that differs from the public one is detected', () => {
  expect(fieldsOf(proof, { roots: [] })).toEqual(['published']);
  const other = publish(members.slice(0, 4)).root;
  expect(fieldsOf(proof, { roots: [other] })).toEqual(['published', 'path']);
});

describe('every cheat of an operator whose tree is consistent with itself is found', () => {
  test('a leaf and a proof that both show 0 where 3,000 is owed', () => {
    const robbed = members.map((one) =>
      one.username === 'member02' ? memberOf('member02', noUsdt, pointsOf(2)) : one,
    );
    const { root, proofOf } = publish(robbed);
    expect(checkBalance(proofOf('member02'), { ...evidence, roots: [root] }).differences).toEqual([
      { field: 'records', claimed: '0.000000', computed: '3000.000000' },
    ]);
  });

  test('a leaf and a proof that both show fewer points than the records', () => {
    for (const [lie, differs] of [
      [{ assistance: points(19n), promotion: points(2n) }, ['assistance 19', 'assistance 20']],
      [{ assistance: points(20n), promotion: points(0n) }, ['promotion 0', 'promotion 2']],
    ] as const) {
      const robbed = members.map((one) => (one.username === 'member02' ? memberOf('member02', one.balance, lie) : one));
      const { root, proofOf } = publish(robbed);
      expect(checkBalance(proofOf('member02'), { ...evidence, roots: [root] }).differences).toEqual([
        { field: 'records', claimed: differs[0], computed: differs[1] },
      ]);
    }
  });

  test('points that are moved from one kind to the other, or shown in the answer alone', () => {
    const swapped = { ...proof, points: { assistance: points(2n), promotion: points(20n) } };
    expect(checkBalance(swapped, evidence).differences).toEqual([
      { field: 'parts', claimed: 'assistance 2', computed: 'assistance 20' },
      { field: 'parts', claimed: 'promotion 20', computed: 'promotion 2' },
      { field: 'records', claimed: 'assistance 2', computed: 'assistance 20' },
      { field: 'records', claimed: 'promotion 20', computed: 'promotion 2' },
    ]);
  });

  test('sums of points that the tree does not lead to, and books of points that do not come to zero', async () => {
    const { points: published } = honest.root;
    if (!published) throw new Error('the tree has points');
    const less = { ...published, promotion: points(published.promotion - 1n) };
    const { root, proofOf } = publish(members, null, { points: less });
    expect(checkBalance(proofOf('member02'), { ...evidence, roots: [root] }).differences).toEqual([
      { field: 'total', claimed: 'promotion 14', computed: 'promotion 15' },
    ]);
    expect(await faultsOf([root], [])).toEqual(['books']);
  });

  test('a tree without points after one that had them, for a phone that has seen that one', async () => {
    const old = members.map(({ username, balance }) => memberOf(username, balance));
    const later = publish(old, honest.root);
    expect(await faultsOf([honest.root, later.root], [honest.root])).toEqual(['chain']);
    const lacking = { ...later.proofOf('member02'), published: honest.root };
    expect(fieldsOf(lacking)).toContain('path');
    // Before the first tree with points there was nothing to hold them against.
    const first = publish(old);
    expect(fieldsOf(first.proofOf('member02'), { roots: [first.root] })).toEqual([]);
  });

  test('records that are made to agree with it, but not with what the accounts hold', () => {
    const record = { account: 'available', amount: 1n, balance: 9n, at: span.from, transferId: '7' } as const;
    expect(fieldsOf(proof, { own: { ...own, records: [record] } })).toContain('records');
  });

  test('another tree and another root for this member: found by a phone or a mirror that has seen the others’', async () => {
    const forMe = publish(members.slice(1, 3)).root;
    expect(await faultsOf([forMe], [honest.root])).toEqual(['fork']);
  });

  test('all others replaced by an invented hash worth 0.000001: found by those of them who look, and the roots fork', async () => {
    const invented = publish([...members.slice(1, 2), memberOf('nobody01', usdt(1n), pointsOf(0))]);
    expect(fieldsOf(invented.proofOf('member02'), { roots: [invented.root] })).toEqual([]);
    expect(fieldsOf(honest.proofOf('member03'), { username: 'member03', roots: [invented.root] })).toContain('path');
    expect(checkLeftOut(evidence).matches).toBe(false);
    expect(await faultsOf([invented.root], [honest.root])).toEqual(['fork']);
  });

  test('a history rewritten since this phone kept its balances, in USDT and in points', () => {
    const first = { amount: 1_500_000_000n, balance: 1_500_000_000n, at: at - 24 * hourMs, transferId: '7' };
    const since = { ...own, records: [{ account: 'available' as const, ...first }] };
    const keptWith = (change: readonly (readonly [MemberAccountName, bigint])[]) => ({
      ...{ transferId: '7', at: first.at, balances: new Map([...own.balances, ...change]) },
    });
    expect(fieldsOf(proof, { own: since, kept: keptWith([]) })).toEqual([]);
    for (const change of [['available', 1_500_000_001n] as const, ['promotion', 3n] as const]) {
      const kept = keptWith([change]);
      expect(fieldsOf(proof, { own: since, kept })).toEqual(['kept']);
      const leftOut = checkLeftOut({ ...evidence, own: since, kept });
      expect(leftOut.differences.map(({ field }) => field)).toContain('kept');
    }
  });

  test('a member left out of the newest tree, and shown the proof of the one before', () => {
    const robbed = publish([...members.slice(0, 1), ...members.slice(2)], honest.root);
    const roots = [honest.root, robbed.root];
    expect(checkBalance(proof, { ...evidence, roots, newest: robbed.root.number }).differences).toEqual([
      { field: 'published', claimed: '2', computed: '1' },
    ]);
    // One that was published after the proof is another look’s.
    expect(fieldsOf(proof, { roots, newest: honest.root.number })).toEqual([]);
  });

  test('a member left out with the message that the account is younger', () => {
    expect(checkLeftOut(evidence).differences).toEqual([
      { field: 'leftOut', claimed: '-', computed: `${new Date(at - 24 * hourMs).toISOString()}, 3000.000000` },
    ]);
    // One who really joined after the tree.
    expect(checkLeftOut({ ...evidence, own: { ...own, olderAt: null } })).toEqual({ matches: true, differences: [] });
  });

  test('eight members published instead of five', async () => {
    const eight = publish(members, null, { members: 8 });
    const found = members.flatMap(({ username, balance, points: owned }) =>
      fieldsOf(eight.proofOf(username), {
        username,
        roots: [eight.root],
        own: {
          ...own,
          balances: new Map<MemberAccountName, bigint>([
            ['available', balance],
            ['assistance', owned?.assistance ?? 0n],
            ['promotion', owned?.promotion ?? 0n],
          ]),
        },
      }),
    );
    expect(new Set(found)).toEqual(new Set(['path']));
    expect(await faultsOf([{ ...honest.root, members: 8 }], [])).toEqual(['digest', 'signature']);
    expect(await faultsOf([eight.root], [honest.root])).toEqual(['fork']);
  });

  test('house accounts that are invented later, or do not come to zero', async () => {
    const invented = [
      { account: 'rail', balance: usdt(-honest.root.total - 5n) },
      { account: 'market', balance: usdt(5n) },
    ] as const;
    expect(await faultsOf([{ ...honest.root, house: [...invented] }], [])).toEqual(['digest', 'signature']);
    expect(await faultsOf([publish(members, null, { house: [...invented] }).root], [honest.root])).toEqual(['fork']);
    expect(await faultsOf([publish(members, null, { house: [invented[0]] }).root], [])).toEqual(['books']);
  });

  test('another time under the same root', async () => {
    expect(await faultsOf([{ ...honest.root, at: honest.root.at - hourMs }], [])).toEqual(['digest', 'signature']);
    expect(await faultsOf([publish(members, null, { at: at + 1 }).root], [honest.root])).toEqual(['fork']);
  });

  test('an old root rewritten, alone or with all that follow it, and one withdrawn', async () => {
    const second = publish(members, honest.root).root;
    const third = publish(members, second).root;
    const rewritten = publish(members, null, { total: honest.root.total - 1n }).root;
    expect(await faultsOf([rewritten, second, third], [])).toEqual(['chain']);
    const again = publish(members, rewritten).root;
    expect(await faultsOf([rewritten, again], [honest.root, second])).toEqual(['fork', 'fork']);
    expect(await faultsOf([publish(members, again).root], [second])).toEqual(['withdrawn', 'chain']);
    expect(await faultsOf([honest.root], [honest.root, second])).toEqual(['withdrawn']);
  });
});
