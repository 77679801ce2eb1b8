import { afterEach, expect, test, vi } from 'vitest';
import type { StreamEvent } from '#contract/events.ts';
import { silentLog } from '../log.ts';
import { memberIdEnd } from '../member-number.ts';
import { type LedgerPosition, type MemberDelivery, openMemberDelivery } from './member-delivery.ts';
import { openMemberEvents } from './member-events.ts';

type Sent = [memberId: bigint, event: StreamEvent['name'], id?: string];

const open: MemberDelivery[] = [];

afterEach(async () => {
  vi.useRealTimers();
  for (const one of open.splice(0)) await one.close();
});

/** A bus of one process: what it carries is JSON, as on the real one; it can lose messages and break. */
function busOf() {
  const listeners = new Set<(payload: unknown) => void>();
  const gapListeners = new Set<() => void>();
  const messages: string[] = [];
  const bus = {
    messages,
    isLosing: false,
    async publish(_topic: string, payload: unknown) {
      const text = JSON.stringify(payload);
      messages.push(text);
      if (!bus.isLosing) for (const listener of listeners) listener(JSON.parse(text));
    },
    subscribe(_topic: string, listener: (payload: unknown) => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onGap(listener: () => void) {
      gapListeners.add(listener);
      return () => gapListeners.delete(listener);
    },
    comeBack() {
      for (const listener of gapListeners) listener();
    },
  };
  return bus;
}

/** A node with the pages of these members, on positions that the test sets. */
function nodeOf(bus: ReturnType<typeof busOf>, members: readonly bigint[]) {
  const sent: Sent[] = [];
  const positions = new Map<bigint, LedgerPosition>();
  const reading = { isFailing: false, meanwhile: () => undefined as unknown, asked: [] as (readonly bigint[])[] };
  const delivery = openMemberDelivery({
    hub: {
      members: () => [...members],
      isConnected: (memberId) => members.includes(memberId),
      sendTo: (memberId, { name }, id) => void sent.push(id === undefined ? [memberId, name] : [memberId, name, id]),
    },
    bus,
    async readPositions(memberIds) {
      reading.asked.push([...memberIds]);
      const found = new Map([...positions].filter(([memberId]) => memberIds.includes(memberId)));
      await reading.meanwhile();
      if (reading.isFailing) throw new Error('the database is away');
      return found;
    },
    log: silentLog,
    reconcileEveryMs: 3_600_000,
  });
  open.push(delivery);
  return { delivery, sent, positions, reading };
}

const at = (transferId: bigint, isRecent = false): LedgerPosition => ({ transferId, isRecent });

/** What a page gets that comes with this id. */
async function caughtUp({ delivery }: ReturnType<typeof nodeOf>, memberId: bigint, after: string | undefined) {
  const got: string[] = [];
  const page = {
    send: ({ name }: StreamEvent, id?: string) => void got.push(id === undefined ? name : `${name} ${id}`),
    sendId: (id: string) => void got.push(`id ${id}`),
  };
  await delivery.catchUp(page, memberId, after);
  return got;
}

const act: StreamEvent<'security'> = { name: 'security', value: { act: 'accountFrozen' } };

test('an event reaches the pages of its members on every node, and no others', async () => {
  const bus = busOf();
  const [one, other] = [nodeOf(bus, [7n, 8n]), nodeOf(bus, [7n])];
  const events = openMemberEvents(bus);
  await events.publish(7n, act);
  await events.publish([8n, 9n], act);
  await events.publishBalances(new Map([[7n, 2048n]]));
  expect(one.sent).toEqual([
    [7n, 'security'],
    [8n, 'security'],
    [7n, 'balances', '2048'],
  ]);
  expect(other.sent).toEqual([
    [7n, 'security'],
    [7n, 'balances', '2048'],
  ]);
});

test('an event reaches the page of a member with the longest id', async () => {
  const bus = busOf();
  const member = memberIdEnd - 1n;
  const node = nodeOf(bus, [member]);
  await openMemberEvents(bus).publish(member, act);
  expect(node.sent).toEqual([[member, 'security']]);
});

test('a message of another version is passed over', async () => {
  const bus = busOf();
  const node = nodeOf(bus, [7n]);
  await bus.publish('member events', [
    { to: [['7']], event: { name: 'withdrawal', data: { id: '7', state: 'unheardOf' } } },
  ]);
  await bus.publish('member events', 'nonsense');
  await openMemberEvents(bus).publish(7n, act);
  expect(node.sent).toEqual([[7n, 'security']]);
});

test('beside an event that only a newer node knows, the others of its message arrive', async () => {
  const bus = busOf();
  const node = nodeOf(bus, [7n]);
  const known = { to: [['7']], event: { name: 'security', data: { act: 'accountFrozen' } } };
  await bus.publish('member events', [{ to: [['8']], event: { name: 'unheardOf', data: {} } }, known]);
  expect(node.sent).toEqual([[7n, 'security']]);
});

test('however many members a batch touches, each message fits the bus, and what comes together goes together', async () => {
  const bus = busOf();
  const last = 9_223_372_036_854_775_807n;
  const events = openMemberEvents(bus);
  await events.publishBalances(new Map(Array.from({ length: 1_024 }, (_, place) => [last - BigInt(place), last])));
  const bytes = bus.messages.map((text) => Buffer.byteLength(text));
  expect(Math.max(...bytes)).toBeLessThan(7_400);
  expect(bus.messages.flatMap((text) => JSON.parse(text) as { to: unknown[] }[]).flatMap(({ to }) => to)).toHaveLength(
    1_024,
  );
  bus.messages.length = 0;
  await Promise.all(Array.from({ length: 50 }, (_, place) => events.publish(BigInt(place + 1), act)));
  expect(bus.messages).toHaveLength(1);
  bus.messages.length = 0;
  // Of small entries too, with what stands between them; a message is left no emptier than it must be.
  await Promise.all(Array.from({ length: 400 }, (_, place) => events.publish(last - BigInt(place), act)));
  const small = bus.messages.map((text) => Buffer.byteLength(text));
  expect(Math.max(...small)).toBeLessThanOrEqual(7_200 + 1);
  expect(Math.min(...small.slice(0, -1))).toBeGreaterThan(7_000);
  expect(bus.messages.flatMap((text) => JSON.parse(text) as unknown[])).toHaveLength(400);
});

test('a node that ends has told of the balances of its last batches', async () => {
  const bus = busOf();
  const events = openMemberEvents(bus);
  void events.publishBalances(new Map([[7n, 1024n]]));
  await events.close();
  void events.publishBalances(new Map([[8n, 2048n]]));
  await events.close();
  expect(bus.messages.map((text) => JSON.parse(text))).toMatchObject([
    [{ to: [['7', '1024']] }],
    [{ to: [['8', '2048']] }],
  ]);
});

test('balances of batches that follow one another at once go together, each member with the newest', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const bus = busOf();
  const events = openMemberEvents(bus);
  await events.publishBalances(new Map([[7n, 1024n]]));
  void events.publishBalances(new Map([[7n, 2048n]]).set(8n, 2048n));
  for (let turns = 0; turns < 10; turns++) await null;
  await events.publishBalances(new Map([[7n, 3072n]]));
  expect(bus.messages.map((text) => JSON.parse(text))).toMatchObject([
    [{ to: [['7', '1024']] }],
    [
      {
        to: [
          ['7', '3072'],
          ['8', '2048'],
        ],
      },
    ],
  ]);
});

test('a page that comes back gets balances if anything moved since, and reads the rest again', async () => {
  const node = nodeOf(busOf(), [7n]);
  node.positions.set(7n, at(4096n));
  expect(await caughtUp(node, 7n, '2048')).toEqual(['resync', 'balances 4096']);
  expect(await caughtUp(node, 7n, '4096')).toEqual(['resync', 'id 4096']);
  expect(await caughtUp(node, 7n, '')).toEqual(['resync', 'balances 4096']);
  // A failover or a restored backup has lost what the page has seen.
  expect(await caughtUp(node, 7n, '8192')).toEqual(['resync', 'balances 4096']);
  expect(await caughtUp(node, 8n, '0')).toEqual(['resync', 'id 0']);
});

test('a page that connects first gets balances only if something moved while it was loading', async () => {
  const node = nodeOf(busOf(), [7n, 8n]);
  node.positions.set(7n, at(1024n, false)).set(8n, at(2048n, true));
  expect(await caughtUp(node, 7n, undefined)).toEqual(['id 1024']);
  expect(await caughtUp(node, 8n, undefined)).toEqual(['balances 2048']);
});

test('where the position cannot be read the page reads everything again', async () => {
  const node = nodeOf(busOf(), [7n]);
  node.reading.isFailing = true;
  expect(await caughtUp(node, 7n, '4096')).toEqual(['resync', 'balances']);
  node.reading.isFailing = false;
  node.positions.set(7n, at(4096n));
  await node.delivery.reconcile();
  expect(node.sent).toEqual([[7n, 'balances', '4096']]);
});

test('what the bus has lost is found by comparing positions, and sent once', async () => {
  const bus = busOf();
  const node = nodeOf(bus, [7n, 8n]);
  node.positions.set(7n, at(1024n)).set(8n, at(1025n));
  await caughtUp(node, 7n, undefined);
  await caughtUp(node, 8n, undefined);
  bus.isLosing = true;
  node.positions.set(7n, at(2048n));
  await openMemberEvents(bus).publishBalances(new Map([[7n, 2048n]]));
  expect(node.sent).toEqual([]);
  await node.delivery.reconcile();
  await node.delivery.reconcile();
  expect(node.sent).toEqual([[7n, 'balances', '2048']]);
});

test('an event that comes while positions are read is not taken back by the older answer', async () => {
  const bus = busOf();
  const node = nodeOf(bus, [7n]);
  node.positions.set(7n, at(1024n));
  await caughtUp(node, 7n, undefined);
  node.reading.meanwhile = () => openMemberEvents(bus).publishBalances(new Map([[7n, 2048n]]));
  await node.delivery.reconcile();
  expect(node.sent).toEqual([[7n, 'balances', '2048']]);
  node.positions.set(7n, at(2048n));
  node.reading.meanwhile = () => openMemberEvents(bus).publishBalances(new Map([[7n, 4096n]]));
  expect(await caughtUp(node, 7n, '2048')).toEqual(['resync', 'balances 4096']);
});

test('after a gap of the bus the pages read again, with balances where they moved', async () => {
  const bus = busOf();
  const node = nodeOf(bus, [7n, 8n]);
  node.positions.set(7n, at(1024n)).set(8n, at(1025n));
  await caughtUp(node, 7n, undefined);
  await caughtUp(node, 8n, undefined);
  node.positions.set(8n, at(4096n));
  bus.comeBack();
  await expect.poll(() => node.sent).toContainEqual([8n, 'balances', '4096']);
  expect(node.sent).toEqual([
    [7n, 'resync'],
    [8n, 'resync'],
    [8n, 'balances', '4096'],
  ]);
});

test('what one page missed, the member’s other pages here have missed, too', async () => {
  const node = nodeOf(busOf(), [7n]);
  node.positions.set(7n, at(1024n));
  await caughtUp(node, 7n, undefined);
  node.positions.set(7n, at(2048n));
  expect(await caughtUp(node, 7n, '1024')).toEqual(['resync']);
  expect(node.sent).toEqual([[7n, 'balances', '2048']]);
});

test('a member whose pages have closed is asked for no more, and with the last one nothing is', async () => {
  const connected = [7n, 8n];
  const node = nodeOf(busOf(), connected);
  for (const member of [7n, 8n]) {
    node.positions.set(member, at(1024n));
    await caughtUp(node, member, undefined);
  }
  const askedOf = async () => {
    node.reading.asked.length = 0;
    await node.delivery.reconcile();
    return node.reading.asked;
  };
  expect(await askedOf()).toEqual([[7n, 8n]]);
  connected.shift();
  expect(await askedOf()).toEqual([[8n]]);
  connected.shift();
  expect(await askedOf()).toEqual([]);
});

test('of more members than one read asks for, every one is compared', async () => {
  const members = Array.from({ length: 2_001 }, (_, place) => BigInt(place + 1));
  const node = nodeOf(busOf(), members);
  for (const member of members) node.positions.set(member, at(1024n));
  await Promise.all(members.map((member) => caughtUp(node, member, undefined)));
  node.positions.set(1n, at(2048n)).set(2_001n, at(2049n));
  await node.delivery.reconcile();
  expect(node.sent).toEqual([
    [1n, 'balances', '2048'],
    [2_001n, 'balances', '2049'],
  ]);
});
