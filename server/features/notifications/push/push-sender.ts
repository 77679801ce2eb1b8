import type { Kysely } from 'kysely';
import type pg from 'pg';
import type { ScheduledJob } from '#contract/health.ts';
import type { Locale } from '#contract/locale.ts';
import { type PushMessage, unreadCountMax } from '#contract/notifications.ts';
import type { Bus } from '#server/platform/events/bus.ts';
import { entriesIn, memberEventsTopic } from '#server/platform/events/member-events.ts';
import type { Log } from '#server/platform/log.ts';
import { poll } from '#server/platform/poll.ts';
import { schedule } from '#server/platform/schedule.ts';
import type { EventLog, LoggedEvent, Position } from '../event-log.ts';
import { notificationReadsOf } from '../read-store.ts';
import { notifiedKinds, type StoredSettings, settingsOf } from '../setting-store.ts';
import {
  type ClaimedDevice,
  claimDevice,
  dueDevicesAfter,
  dueDevicesOf,
  recordProgress,
  removeClaimed,
} from './device-queue.ts';
import type { PushResult } from './push-request.ts';
import { messageOf, messageOfMany, type WordedMessage, type Wording } from './push-texts.ts';

export interface SenderDependencies {
  readonly tables: Kysely<unknown>;
  readonly events: EventLog;
  /** The product clock. */
  readonly clock: { now(): number };
  readonly log: Log;
  /** What the member has not read beside notifications. */
  unreadBesides(memberId: bigint, locale: Locale): Promise<number>;
  send(device: ClaimedDevice, message: PushMessage): Promise<PushResult>;
}

/** Messages under way at once: a slow push service delays the others only when it has all of these. */
export const atOnceMax = 16;
const membersPerRead = 2_000;
/** Between two looks for devices of members that were hinted at: a look after each batch of the ledger would cost as much as the batch. */
const lookRestMs = 200;
/** Beyond it the hints are dropped: the search of the next minute finds the devices. */
const hintedMax = 100_000;
const devicesPerRead = 1_000;
/** More new notifications than these are one message. */
const singleMax = 3;
const readAtOnce = 20;
/** Older ones are not news any more: product time. */
const newsMs = 24 * 60 * 60_000;
const failuresMax = 12;
const retryMsMin = 30_000;
const retryMsMax = 6 * 60 * 60_000;

/** Sends what is new to the member's device; safe on any number of nodes at once and after a crash. */
export async function sendToDevice(dependencies: SenderDependencies, endpointHash: Buffer): Promise<void> {
  const { tables, events } = dependencies;
  const device = await claimDevice(tables, endpointHash);
  if (!device) return;
  const { memberId } = device;
  const settings = await settingsOf(tables, memberId);
  const wording = { locale: device.locale, amounts: settings.amounts };
  // Before the events, so that it covers none that is not among them: what is of other kinds, or switched off, is passed over.
  const newest = (await events.newest([memberId])).get(memberId) ?? events.start;
  let position = events.decode(device.position) ?? newest;
  let { failures } = device;
  // All of them before anything is sent: the message of many counts the same after a retry, which begins at what was recorded.
  const { news, end } = await newsAfter(dependencies, memberId, settings, position);
  const unread = news.length === 0 ? 0 : await unreadOf(dependencies, device, settings);
  for (const { message, reached } of messagesOf(news, wording)) {
    const result = await dependencies.send(device, { ...message, unread });
    if (result.outcome === 'gone') return removeClaimed(tables, device);
    if (result.outcome !== 'sent') return giveUp(dependencies, { ...device, failures }, position, result);
    // After each message: a crash repeats at most the one that was under way, which replaces itself on the device.
    failures = 0;
    const progress = { position: events.encode(reached), failures, nextInMs: null };
    if (!(await recordProgress(tables, device, progress))) return;
    position = reached;
  }
  const passed = events.encode(events.later(end, newest));
  await recordProgress(tables, device, { position: passed, failures: 0, nextInMs: 0 });
}

/** What is news after the position, and the position after all that was found there. */
async function newsAfter(
  { events, clock }: SenderDependencies,
  memberId: bigint,
  settings: StoredSettings,
  position: Position,
): Promise<{ readonly news: readonly Found[]; readonly end: Position }> {
  const news: Found[] = [];
  for (let end = position; ; ) {
    const found = await events.after(memberId, notifiedKinds(settings), end, readAtOnce);
    news.push(...found.filter(({ event }) => event.at > clock.now() - newsMs));
    end = found.at(-1)?.position ?? end;
    if (found.length < readAtOnce) return { news, end };
  }
}

/** What the app counts on its icon, as long as it is not open. */
async function unreadOf(
  { tables, events, unreadBesides }: SenderDependencies,
  { memberId, locale }: ClaimedDevice,
  settings: StoredSettings,
): Promise<number> {
  const { through, single } = await notificationReadsOf(tables, events, memberId);
  const own = await events.count(memberId, notifiedKinds(settings), through, single, unreadCountMax);
  return own + (await unreadBesides(memberId, locale));
}

type Found = { readonly event: LoggedEvent; readonly position: Position };

function messagesOf(
  news: readonly Found[],
  wording: Wording,
): readonly { readonly message: WordedMessage; readonly reached: Position }[] {
  const last = news.at(-1);
  if (last && news.length > singleMax)
    return [{ message: messageOfMany(news.length, wording), reached: last.position }];
  return news.map(({ event, position }) => ({ message: messageOf(event, wording), reached: position }));
}

/** Retries later, ever more slowly; a device that fails for days is removed. */
async function giveUp(
  { tables, events, log }: SenderDependencies,
  device: ClaimedDevice,
  position: Position,
  result: PushResult,
): Promise<void> {
  const failures = device.failures + 1;
  const { host } = new URL(device.endpoint);
  log.warn({ host, failures, outcome: result.outcome }, 'a push message was not taken');
  if (failures > failuresMax) return removeClaimed(tables, device);
  const asked = result.outcome === 'failed' ? (result.retryAfterMs ?? 0) : 0;
  const nextInMs = Math.max(asked, Math.min(retryMsMax, retryMsMin * 2 ** (failures - 1)));
  await recordProgress(tables, device, { position: events.encode(position), failures, nextInMs });
}

/** Devices whose members have something newer than what was sent to them: those of lost hints, of retries and of a crash. */
export async function sendMissed(dependencies: SenderDependencies, signal?: AbortSignal): Promise<void> {
  const { tables, events } = dependencies;
  for (let after: Buffer = Buffer.alloc(0); !signal?.aborted; ) {
    const devices = await dueDevicesAfter(tables, after, devicesPerRead);
    const newest = await events.newest(devices.map(({ memberId }) => memberId));
    const behind = devices.filter(({ memberId, position }) => {
      const [own, reached] = [newest.get(memberId), events.decode(position)];
      return reached === null || (own !== undefined && events.isAhead(own, reached));
    });
    await sendToAll(
      dependencies,
      behind.map(({ endpointHash }) => endpointHash),
      signal,
    );
    const last = devices.at(-1);
    if (!last || devices.length < devicesPerRead) return;
    after = last.endpointHash;
  }
}

async function sendToAll(
  dependencies: SenderDependencies,
  endpointHashes: readonly Buffer[],
  signal: AbortSignal | undefined,
): Promise<void> {
  const waiting = endpointHashes.values();
  const work = async (): Promise<void> => {
    for (const endpointHash of waiting) {
      if (signal?.aborted) return;
      // One device's failure must not stop the others.
      await sendToDevice(dependencies, endpointHash).catch((error: unknown) =>
        dependencies.log.error({ err: error }, 'push messages of a device could not be sent'),
      );
    }
  };
  await Promise.all(Array.from({ length: atOnceMax }, work));
}

/** Sends push messages as events come over the bus, and once a minute, on one node, what was missed. */
export function openPushSender(
  dependencies: SenderDependencies & { readonly pool: pg.Pool; readonly bus: Pick<Bus, 'subscribe'> },
): { stop(): Promise<void> } {
  const { tables, pool, bus, log } = dependencies;
  const hinted = new Set<bigint>();
  const sending = poll({
    name: 'push messages',
    everyMs: 60_000,
    restMs: lookRestMs,
    log,
    async run(signal) {
      const members = [...hinted];
      hinted.clear();
      for (let from = 0; from < members.length && !signal.aborted; from += membersPerRead) {
        const due = await dueDevicesOf(tables, members.slice(from, from + membersPerRead));
        await sendToAll(dependencies, due, signal);
      }
    },
  });
  const searching = schedule({
    pool,
    name: 'missed push messages' satisfies ScheduledJob,
    everyMs: 60_000,
    log,
    run: (signal) => sendMissed(dependencies, signal),
  });
  const unsubscribe = bus.subscribe(memberEventsTopic, (payload) => {
    for (const { to, event } of entriesIn(payload)) {
      if (event.name !== 'balances' && event.name !== 'security') continue;
      for (const [memberId] of to) if (hinted.size < hintedMax) hinted.add(BigInt(memberId));
    }
    if (hinted.size > 0) sending.wake();
  });
  return {
    async stop() {
      unsubscribe();
      await Promise.all([sending.stop(), searching.stop()]);
    },
  };
}
