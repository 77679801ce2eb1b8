import { afterAll, beforeAll, expect, test } from 'vitest';
import { cardsOfDayMax } from '#core/limits/business-limits.ts';
import { bindBankCard } from '#server/features/bank-card/bind-bank-card.ts';
import { createCardSeal, requireCardKey } from '#server/features/bank-card/card-seal.ts';
import { firstNameOf, readCards } from '#server/features/bank-card/card-store.ts';
import { getBankCard } from '#server/features/bank-card/get-bank-card.ts';
import { keepBankCard } from '#server/features/bank-card/keep-bank-card.ts';
import { changeWithdrawalPassword } from '#server/features/security/change-withdrawal-password.ts';
import { isFrozen } from '#server/features/security/freeze.ts';
import { freezeAccount } from '#server/features/security/freeze-account.ts';
import { listSecurityActs } from '#server/features/security/list-security-acts.ts';
import { unfreezeAccount } from '#server/features/security/unfreeze-account.ts';
import { onlyKey } from '#server/platform/secret-keys.ts';
import { code, hourMs, loginPassword, openWorld, type World } from './security-world.fixture.ts';

let world: World;

beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const first = { name: 'Ann Lee', number: '4242 4242 4242 4242', bank: 'First Bank' };
const second = { name: 'Ann Lee', number: '5555-5555-5555-4444', bank: 'Second Bank' };
const password = 'right123';

const setPassword = (memberId: bigint) =>
  changeWithdrawalPassword(
    world,
    { password, repassword: password, code, login: loginPassword },
    world.callOf(memberId),
  );

const bind = (memberId: bigint, form: Parameters<typeof bindBankCard>[1], on: World = world) =>
  bindBankCard(on.cards, { login: loginPassword, ...form }, on.callOf(memberId));

/** The card in use. */
const cardOf = async (memberId: bigint) =>
  (await readCards(world.cards.tables, world.cards.seal, memberId, world.clock.now())).card;

/** Sorted: acts of one millisecond stand in any order. */
const actsOf = async (memberId: bigint) =>
  (await listSecurityActs(world.tables, memberId, {})).map(({ act, detail }) => `${act} ${detail}`.trim()).sort();

test('a card has one fingerprint, of whichever member and however its number is typed, and another one under another key', async () => {
  const [ann, bob, cid] = [await world.member(), await world.member(), await world.member()];
  await bind(ann, first);
  await bind(bob, { name: 'Bob Ray', number: '4242424242424242', bank: 'Other Bank' });
  await bind(cid, second);
  const [ofAnn, ofBob, ofCid] = [await cardOf(ann), await cardOf(bob), await cardOf(cid)];
  expect(ofAnn?.fingerprint).toMatch(/^[0-9a-f]{64}$/);
  expect(ofBob?.fingerprint).toBe(ofAnn?.fingerprint);
  expect(ofCid?.fingerprint).not.toBe(ofAnn?.fingerprint);
  expect(createCardSeal(onlyKey(Buffer.alloc(32, 9))).fingerprint('4242424242424242')).not.toBe(ofAnn?.fingerprint);
});

test('the first card counts at once, is shown masked, and its number is nowhere in the database in clear', async () => {
  const member = await world.member();
  expect(await getBankCard(world.cards, member)).toEqual({ card: null, replacement: null });
  const bound = await bind(member, first);
  expect(bound).toEqual({
    card: { masked: '**** **** **** 4242', bankName: 'First Bank', nameOnCard: 'Ann Lee', boundAt: world.clock.now() },
    replacement: null,
  });
  expect(await cardOf(member)).toMatchObject({
    nameOnCard: 'Ann Lee',
    masked: '**** **** **** 4242',
  });
  const { rows } = await world.database.pool.query<{ row: string; sealed: Buffer }>(
    'select bank_card::text as row, sealed from bank_card where member_id = $1',
    [member],
  );
  expect(rows[0]?.row).not.toMatch(/42424242|Ann Lee/);
  expect(rows[0]?.sealed.toString('latin1')).not.toMatch(/4242|Ann/);
  expect(await actsOf(member)).toEqual(['cardBound **** **** **** 4242, Ann Lee']);
});

const realNameOf = async (member: bigint) =>
  (await world.database.pool.query<{ real_name: string }>('select real_name from member where id = $1', [member]))
    .rows[0]?.real_name;

test('the first card sets the real name of a member without one; another card, or a name that was given, changes none', async () => {
  const member = await world.member();
  expect(await realNameOf(member)).toBe('');
  // What is refused sets nothing.
  await expect(bind(member, { ...first, login: 'wrong1234' })).rejects.toThrow();
  expect(await realNameOf(member)).toBe('');
  await Promise.all([bind(member, first), bind(member, first)]);
  expect(await realNameOf(member)).toBe('Ann Lee');
  await setPassword(member);
  await bind(member, { ...second, name: 'Bob Ray', password });
  expect(await realNameOf(member)).toBe('Ann Lee');

  const other = await world.member();
  const named = await world.member();
  await world.database.owner.query(
    `insert into security_act (member_id, id, act, at) values (${named}, 'NAMED', 'realNameChanged', now());
     update member set real_name = 'Cid Moe' where id = ${named}`,
  );
  await world.acts.announce(named, 'realNameChanged');
  await bind(named, first);
  expect(await realNameOf(named)).toBe('Cid Moe');
  await bind(await world.member(), first);
  expect(await realNameOf(other)).toBe('');
});

test('the name of the first card stands for the real name of a member who has none, whatever replaced the card', async () => {
  const member = await world.member();
  const nameOf = () => firstNameOf(world.cards.tables, world.cards.seal, member);
  expect(await nameOf()).toBeNull();
  await bind(member, first);
  await setPassword(member);
  await bind(member, { ...second, name: 'The Thief', password });
  const { card } = await readCards(world.cards.tables, world.cards.seal, member, world.clock.now() + 25 * hourMs);
  expect(card?.nameOnCard).toBe('The Thief');
  expect(await nameOf()).toBe('Ann Lee');
});

test('what is sealed opens with its own key, for its own member and card, unchanged', () => {
  const secret = { number: '4242424242424242', name: 'Ann Lee' };
  const sealed = world.cards.seal.seal(secret, 'card 1 A');
  expect(world.cards.seal.open(sealed, 'card 1 A')).toEqual(secret);
  expect(world.cards.seal.seal(secret, 'card 1 A').equals(sealed)).toBe(false);
  expect(() => world.cards.seal.open(sealed, 'card 2 A')).toThrow();
  expect(() => createCardSeal(onlyKey(Buffer.alloc(32, 8))).open(sealed, 'card 1 A')).toThrow();
  for (const place of [0, 12, 20, sealed.length - 1]) {
    const changed = Buffer.from(sealed);
    changed[place] = (changed[place] ?? 0) ^ 1;
    expect(() => world.cards.seal.open(changed, 'card 1 A')).toThrow();
  }
});

test('a replacement takes the withdrawal password and a day, in which the card before it counts', async () => {
  const member = await world.member();
  await bind(member, first);
  await expect(bind(member, second)).rejects.toMatchObject({ code: 'withdrawalPasswordUnset' });
  await setPassword(member);
  await expect(bind(member, second)).rejects.toMatchObject({ code: 'withdrawalPasswordMissing' });
  await expect(bind(member, { ...second, password: 'wrong123' })).rejects.toMatchObject({
    code: 'withdrawalPasswordWrong',
  });
  const asked = await bind(member, { ...second, password });
  expect(asked.card?.masked).toBe('**** **** **** 4242');
  expect(asked.replacement).toMatchObject({
    masked: '**** **** **** 4444',
    activeFrom: world.clock.now() + 24 * hourMs,
  });
  world.clock.advance(24 * hourMs - 1);
  expect((await cardOf(member))?.masked).toBe('**** **** **** 4242');
  world.clock.advance(1);
  expect(await getBankCard(world.cards, member)).toMatchObject({
    card: { masked: '**** **** **** 4444' },
    replacement: null,
  });
  expect(world.announced.filter(([owner]) => owner === member).map(([, act]) => act)).toEqual([
    'cardBound',
    'withdrawalPasswordSet',
    'cardReplacementRequested',
  ]);
});

test('a replacement is cancelled in time and not afterwards, and a second one takes the first one’s place', async () => {
  const member = await world.member();
  await bind(member, first);
  await setPassword(member);
  await bind(member, { ...second, password });
  await bind(member, { ...second, bank: 'Third Bank', password });
  expect((await getBankCard(world.cards, member)).replacement?.bankName).toBe('Third Bank');
  expect(await keepBankCard(world.cards, member)).toMatchObject({
    card: { bankName: 'First Bank' },
    replacement: null,
  });
  await expect(keepBankCard(world.cards, member)).rejects.toMatchObject({ code: 'cardReplacementUnknown' });
  world.clock.advance(25 * hourMs);
  expect((await getBankCard(world.cards, member)).card?.bankName).toBe('First Bank');
  await bind(member, { ...second, password });
  world.clock.advance(24 * hourMs);
  await expect(keepBankCard(world.cards, member)).rejects.toMatchObject({ code: 'cardReplacementUnknown' });
});

test('the same card again changes nothing, and first cards at the same moment are one card', async () => {
  const member = await world.member();
  const answers = await Promise.allSettled(Array.from({ length: 4 }, () => bind(member, first)));
  expect(answers.every(({ status }) => status === 'fulfilled')).toBe(true);
  // With another name on it, or of another bank, it is another card.
  for (const change of [{ name: 'Somebody Else' }, { bank: 'Third Bank' }])
    await expect(bind(member, { ...first, ...change })).rejects.toMatchObject({ code: 'withdrawalPasswordUnset' });
  expect(await actsOf(member)).toEqual(['cardBound **** **** **** 4242, Ann Lee']);
  const { rows } = await world.database.pool.query('select kind, points from weight_entry where member_id = $1', [
    member,
  ]);
  expect(rows).toEqual([{ kind: 'cardBound', points: 30 }]);
  const other = await world.member();
  const different = await Promise.allSettled([first, second].map((card) => bind(other, card)));
  expect(different.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect((await getBankCard(world.cards, other)).replacement).toBeNull();
});

test('the waiting card bound again waits no longer, and is notified of once', async () => {
  const member = await world.member();
  await bind(member, first);
  await setPassword(member);
  const asked = await bind(member, { ...second, password });
  world.clock.advance(20 * hourMs);
  expect(await bind(member, { ...second, name: ' Ann Lee ', password })).toEqual(asked);
  // The card in use leaves it as well.
  expect(await bind(member, { ...first, password })).toEqual(asked);
  expect(await actsOf(member)).toEqual([
    'cardBound **** **** **** 4242, Ann Lee',
    'cardReplacementRequested **** **** **** 4444',
    'withdrawalPasswordSet',
  ]);
  world.clock.advance(4 * hourMs);
  expect((await getBankCard(world.cards, member)).card?.masked).toBe('**** **** **** 4444');
});

test('a card takes the login password each time, also with the withdrawal password right', async () => {
  const member = await world.member();
  const call = world.callOf(member);
  await expect(bindBankCard(world.cards, first, call)).rejects.toMatchObject({ code: 'loginPasswordNeeded' });
  await expect(bind(member, { ...first, login: 'wrong123' })).rejects.toMatchObject({ code: 'oldPasswordWrong' });
  expect(await getBankCard(world.cards, member)).toEqual({ card: null, replacement: null });
  await bind(member, first);
  await setPassword(member);
  const form = { ...second, password };
  await expect(bindBankCard(world.cards, form, call)).rejects.toMatchObject({ code: 'loginPasswordNeeded' });
  expect((await getBankCard(world.cards, member)).replacement).toBeNull();
});

test('a number with a wrong digit is no card, and a frozen account’s card stays', async () => {
  const member = await world.member();
  await expect(bind(member, { ...first, number: '4242424242424241' })).rejects.toMatchObject({
    code: 'cardNumberInvalid',
  });
  await freezeAccount(world, member);
  await freezeAccount(world, member);
  await expect(bind(member, first)).rejects.toMatchObject({ code: 'accountFrozen' });
  expect(await isFrozen(world.tables, member)).toBe(true);
  const call = world.callOf(member);
  await expect(unfreezeAccount(world, { password: 'wrong123', code }, call)).rejects.toMatchObject({
    code: 'oldPasswordWrong',
  });
  await unfreezeAccount(world, { password: loginPassword, code }, call);
  expect(await isFrozen(world.tables, member)).toBe(false);
  expect(await actsOf(member)).toEqual(expect.arrayContaining(['accountFrozen', 'accountUnfrozen']));
});

test('a node with another key does not start once there is a card', async () => {
  const other = await openWorld();
  const requireKey = (byte: number, isSealed = false) =>
    requireCardKey(other.cards.tables, Buffer.alloc(32, byte), async () => isSealed);
  try {
    await requireKey(1);
    // No card yet: the key may still change, unless other secrets are sealed with it.
    await expect(requireKey(7, true)).rejects.toThrow('sealed with another key');
    await requireKey(7);
    await bind(await other.member(), first, other);
    await requireKey(7);
    await expect(requireKey(1)).rejects.toThrow('sealed with another key');
  } finally {
    await other.close();
  }
});

test('at most so many cards are bound in a day, and the next one when the first is a day old', async () => {
  const member = await world.member();
  await bind(member, first);
  await setPassword(member);
  const since = world.clock.now();
  for (let count = 1; count < cardsOfDayMax; count++) {
    world.clock.advance(60_000);
    await bind(member, { ...second, bank: `Bank ${count}`, password });
  }
  const refused = await bind(member, { ...second, bank: 'One too many', password }).catch((error: unknown) => error);
  expect(refused).toMatchObject({
    code: 'cardsOfDay',
    values: { count: cardsOfDayMax, until: { at: since + 24 * hourMs } },
  });
  // A refused one leaves the waiting replacement as it was, and the card in use can be bound again.
  expect((await getBankCard(world.cards, member)).replacement?.bankName).toBe(`Bank ${cardsOfDayMax - 1}`);
  await bind(member, { ...first, password });
  world.clock.advance(24 * hourMs - (world.clock.now() - since));
  await bind(member, { ...second, bank: 'The next day', password });
});

test('every act of these tests was told to the open pages of its member, once, and no other was', async () => {
  const { recorded, announced } = await world.compareActs();
  expect(announced).toEqual(recorded);
});
