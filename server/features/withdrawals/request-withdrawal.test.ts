import { expect, test } from 'vitest';
import { listWithdrawals } from './list-withdrawals.ts';
import { requestWithdrawal } from './request-withdrawal.ts';
import {
  callOf,
  cardOf,
  loginPassword,
  micro,
  openWorldForFile,
  password,
  someAddress,
} from './withdrawal-world.fixture.ts';

const world = await openWorldForFile();
const otherAddress = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';

test('every reason to refuse is one of the closed list, in words of its own, and changes nothing', async () => {
  // The password is looked at last: what is refused anyway uses up no attempt at it.
  const wrong = { password: 'wrong123' };
  const cases = [
    [await world.member(100), { amount: micro(100.000001), ...wrong }, 'insufficientFunds'],
    [await world.member(100), wrong, 'withdrawalPasswordWrong'],
    [await world.member(100, { hasPassword: false }), {}, 'withdrawalPasswordUnset'],
    [await world.member(100, { card: null }), wrong, 'cardUnset'],
    [await world.member(100), { method: 'address', ...wrong }, 'addressMissing'],
    [await world.member(100), { method: 'address', address: someAddress.toLowerCase() }, 'addressInvalid'],
    [await world.member(100), { method: 'address', address: someAddress.replace('B', 'b') }, 'addressInvalid'],
    [await world.member(100, { realName: 'Ann Li' }), wrong, 'nameMismatch'],
    [await world.member(100, { realName: null }), {}, 'nameMismatch'],
    [await world.member(100, { frozen: true }), wrong, 'accountFrozen'],
    [await world.member(100), { method: 'address', address: someAddress }, 'loginPasswordNeeded'],
    [await world.member(100), { method: 'address', address: someAddress, login: 'wrong123' }, 'oldPasswordWrong'],
  ] as const;
  for (const [member, change, code] of cases) {
    await expect(world.request(member, 50, change), code).rejects.toMatchObject({ code });
    expect(await listWithdrawals(world.tables, member, null)).toEqual([]);
    expect(await world.balances(member)).toEqual({ available: 100, withdrawing: 0 });
  }
});

test('a new address takes the login password and tells its owner; a known one and the card take the withdrawal password alone', async () => {
  const member = await world.member(100);
  const stranger = await world.member(100);
  const to = { method: 'address', address: someAddress } as const;
  const login = { login: loginPassword };
  await expect(world.request(member, 10, { ...to, password: 'wrong123' })).rejects.toMatchObject({
    code: 'withdrawalPasswordWrong',
  });
  await expect(world.request(member, 10, to)).rejects.toMatchObject({ code: 'loginPasswordNeeded' });
  const first = await world.request(member, 10, { ...to, ...login }, 'new-address-0001');
  // The same request again is the same withdrawal, with nothing to authenticate.
  expect(await world.request(member, 10, to, 'new-address-0001')).toEqual(first);
  expect(await world.request(member, 10, to)).toMatchObject({ destination: someAddress });
  expect(await world.request(member, 10)).toMatchObject({ destination: '**** **** **** 4242' });
  // One known address makes no other one known.
  await expect(world.request(member, 10, { ...to, address: otherAddress })).rejects.toMatchObject({
    code: 'loginPasswordNeeded',
  });
  const { rows } = await world.database.pool.query('select act, detail from security_act where member_id = $1', [
    member,
  ]);
  expect(rows).toEqual([{ act: 'payoutAddressAdded', detail: someAddress }]);
  expect(world.announced.filter(([owner]) => owner === member)).toEqual([[member, 'payoutAddressAdded']]);
  // Another member's address is as new as any.
  await expect(world.request(stranger, 10, to)).rejects.toMatchObject({ code: 'loginPasswordNeeded' });
});

test('withdrawals to a new address at the same moment all take the login password', async () => {
  const member = await world.member(100);
  const proofs = [{ login: loginPassword }, {}, { login: 'wrong123' }];
  const found = Promise.withResolvers<void>();
  let finding = 0;
  const identity: typeof world.identity = {
    ...world.identity,
    // None is recorded before each of them has found the address new.
    async reauthenticate(...proof) {
      finding += 1;
      if (finding === proofs.length) found.resolve();
      await found.promise;
      return await world.identity.reauthenticate(...proof);
    },
  };
  const request = { method: 'address', address: someAddress, amount: micro(10), password } as const;
  const tried = await Promise.allSettled(
    proofs.map((proof) => requestWithdrawal({ ...world, identity }, { ...request, ...proof }, callOf(member))),
  );
  expect(tried.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
});

test('a name that differs in case and accents only is the same person’s, and no card is needed for an address', async () => {
  const named = await world.member(100, { realName: 'ÁNN  LEE' });
  expect(await world.request(named, 10)).toMatchObject({ state: 'requested' });
  const cardless = await world.member(100, { card: null, realName: 'Somebody Else' });
  expect(
    await world.request(cardless, 10, { method: 'address', address: someAddress, login: loginPassword }),
  ).toMatchObject({
    state: 'requested',
    destination: someAddress,
  });
});

test('before activation one withdrawal is in review at a time, whichever of two nodes is asked; after it several', async () => {
  const member = await world.member(1_000, { places: 'one' });
  const other = world.openNode();
  const ask = (node: typeof other) =>
    requestWithdrawal(node, { method: 'bank', amount: micro(10), password }, callOf(member)).then(
      () => 'taken',
      (error: { code?: string }) => error.code,
    );
  const answers = await Promise.all(Array.from({ length: 12 }, (_, index) => ask(index % 2 ? world : other)));
  expect(answers.filter((answer) => answer === 'taken')).toHaveLength(1);
  expect(new Set(answers)).toEqual(new Set(['taken', 'withdrawalInReview']));
  const [first] = await listWithdrawals(world.tables, member, null);
  await world.cancel(member, first?.id ?? '');
  expect(await ask(world)).toBe('taken');
  const state = world.members.get(member);
  if (state) state.places = 'several';
  expect(await ask(world)).toBe('taken');
  expect(await ask(other)).toBe('taken');
});

test('concurrent withdrawals on two nodes never take more than there is', async () => {
  const member = await world.member(100);
  const other = world.openNode();
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      requestWithdrawal(index % 2 ? world : other, { method: 'bank', amount: micro(7), password }, callOf(member)).then(
        () => 'taken',
        (error: { code?: string }) => error.code,
      ),
    ),
  );
  expect(answers.filter((answer) => answer === 'taken')).toHaveLength(14);
  expect(new Set(answers)).toEqual(new Set(['taken', 'insufficientFunds']));
  expect(await world.balances(member)).toEqual({ available: 2, withdrawing: 98 });
});

test('a repeated request is one hold and one response, also once it would be refused; a different one under its key is refused', async () => {
  const member = await world.member(100, { places: 'one' });
  const key = 'one-request-1';
  const answers = await Promise.all(Array.from({ length: 6 }, () => world.request(member, 100, {}, key)));
  expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
  expect((await world.request(member, 100, {}, key)).id).toBe(answers[0]?.id);
  await expect(world.request(member, 99, {}, key)).rejects.toMatchObject({ code: 'idempotencyKeyReused' });
  expect(await world.balances(member)).toEqual({ available: 0, withdrawing: 100 });
});

test('every field of a request counts: the same key with another address, comment or method is another request', async () => {
  const member = await world.member(1_000);
  const request = { method: 'address', address: someAddress, comment: 'rent', login: loginPassword } as const;
  const { id } = await world.request(member, 10, request, 'one-request-1');
  expect((await world.request(member, 10, request, 'one-request-1')).id).toBe(id);
  for (const change of [{ address: otherAddress }, { comment: 'food' }, { method: 'bank' }] as const) {
    await expect(
      world.request(member, 10, { ...request, ...change }, 'one-request-1'),
      JSON.stringify(change),
    ).rejects.toMatchObject({ code: 'idempotencyKeyReused' });
  }
});

test('a card that took the place of the one that the member saw is paid nothing, and the same request again is the first one', async () => {
  const member = await world.member(100);
  const request = (key: string) => world.request(member, 10, { card: 'C1' }, key);
  const first = await request('key-of-the-first');
  const [own, replacement] = [world.members.get(member), { ...cardOf('4000 0000 0000 0003'), id: 'C2' }];
  if (own) own.card = replacement;
  await expect(request('key-of-the-second')).rejects.toMatchObject({ code: 'cardChanged' });
  expect(await world.balances(member)).toEqual({ available: 90, withdrawing: 10 });
  expect((await request('key-of-the-first')).id).toBe(first.id);
  expect((await world.request(member, 10, { card: 'C2' }, 'key-of-the-second')).state).toBe('requested');
});
