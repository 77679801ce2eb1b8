import type { ServerResponse } from 'node:http';
import { setInterval } from 'node:timers';
import * as z from 'zod/mini';
import { type StreamEvent, streamEvents } from '#contract/events.ts';
import type { Locale } from '#contract/locale.ts';
import { StreamConnection } from './stream-connection.ts';

export interface Subscription {
  /** Whose own events are sent as well; null for anybody. */
  readonly memberId: bigint | null;
  readonly topics: readonly string[];
  /** Sent at once, before anything else. */
  readonly welcome: readonly StreamEvent[];
}

/** Server-sent events to many phones: what is published is encoded once and the same bytes go to every subscriber. */
export interface EventStream {
  /** Takes the response over: writes its head and keeps it open. False when the stream is full; nothing was written then. */
  attach(response: ServerResponse, subscription: Subscription): boolean;
  /** Whether anybody would get what is published on this topic. */
  wanted(topic: string): boolean;
  /**
   * To every subscriber of the topic. A slow one gets only the newest event of each `slot` once it can take more: the topic,
   * unless named.
   */
  publish(topic: string, event: StreamEvent, slot?: string): void;
  /** To every open page of one member, in order. A page too slow to take them is disconnected and asks afresh. */
  sendTo(memberId: bigint, event: StreamEvent): void;
  /** Ends a member's pages: signed out, or the password changed. */
  disconnect(memberId: bigint): void;
  /** Members who have a page open here. */
  members(): bigint[];
  readonly connections: number;
  /** Ends all pages. */
  close(): void;
}

export interface StreamLimits {
  /** Below what middle boxes allow an idle connection. */
  readonly heartbeatMs?: number;
  /** Most that is held for one page that does not read. */
  readonly bufferBytesMax?: number;
  readonly connectionsMax?: number;
  /** Pages of one member: beyond it the oldest is closed. */
  readonly memberConnectionsMax?: number;
}

/** Topic of the notices in one language. */
export const noticesTopic = (locale: Locale): string => `notices ${locale}`;

const heartbeat = Buffer.from(': still here\n\n');

/** Shortest wait before a page that lost the stream asks again. */
const reconnectMs = 2_000;

export function createStream(limits: StreamLimits = {}): EventStream {
  const { heartbeatMs = 20_000, bufferBytesMax = 65_536, connectionsMax = 20_000, memberConnectionsMax = 8 } = limits;
  const all = new Set<StreamConnection>();
  const byTopic = new Map<string, Set<StreamConnection>>();
  const byMember = new Map<bigint, Set<StreamConnection>>();

  const timer = setInterval(() => {
    for (const connection of all) connection.beat(heartbeat);
  }, heartbeatMs);
  timer.unref();

  return {
    get connections() {
      return all.size;
    },
    attach(response, { memberId, topics, welcome }) {
      if (all.size >= connectionsMax) return false;
      const opening = Buffer.concat([Buffer.from(`retry: ${reconnectMs}\n\n`), ...welcome.map(encodeEvent)]);
      const connection = new StreamConnection(response, bufferBytesMax, () => {
        all.delete(connection);
        for (const topic of topics) leave(byTopic, topic, connection);
        if (memberId !== null) leave(byMember, memberId, connection);
      });
      all.add(connection);
      for (const topic of topics) join(byTopic, topic, connection);
      if (memberId !== null) {
        const pages = join(byMember, memberId, connection);
        const [oldest] = pages;
        if (pages.size > memberConnectionsMax) oldest?.end();
      }
      connection.open(opening);
      return true;
    },
    wanted: (topic) => byTopic.has(topic),
    publish(topic, event, slot = topic) {
      const subscribers = byTopic.get(topic);
      if (!subscribers) return;
      const frame = encodeEvent(event);
      for (const connection of subscribers) connection.sendLatest(slot, frame);
    },
    sendTo(memberId, event) {
      const pages = byMember.get(memberId);
      if (!pages) return;
      const frame = encodeEvent(event);
      for (const connection of pages) connection.send(frame);
    },
    members: () => [...byMember.keys()],
    disconnect(memberId) {
      for (const connection of byMember.get(memberId) ?? []) connection.end();
    },
    close() {
      clearInterval(timer);
      for (const connection of all) connection.end();
    },
  };
}

/** One event as the bytes of the stream: the wire side of its schema, checked on the way out. */
export function encodeEvent(event: StreamEvent): Buffer {
  return Buffer.from(`event: ${event.name}\ndata: ${JSON.stringify(wireOf(event))}\n\n`);
}

function wireOf(event: StreamEvent): unknown {
  switch (event.name) {
    case 'prices':
      return z.encode(streamEvents.prices, event.value);
    case 'candle':
      return z.encode(streamEvents.candle, event.value);
    case 'market':
      return z.encode(streamEvents.market, event.value);
    case 'plan':
      return z.encode(streamEvents.plan, event.value);
    case 'deposit':
      return z.encode(streamEvents.deposit, event.value);
    case 'withdrawal':
      return z.encode(streamEvents.withdrawal, event.value);
    case 'security':
      return z.encode(streamEvents.security, event.value);
    case 'notice':
      return z.encode(streamEvents.notice, event.value);
  }
}

function join<Key>(
  groups: Map<Key, Set<StreamConnection>>,
  key: Key,
  connection: StreamConnection,
): Set<StreamConnection> {
  const group = groups.get(key) ?? new Set();
  groups.set(key, group);
  return group.add(connection);
}

function leave<Key>(groups: Map<Key, Set<StreamConnection>>, key: Key, connection: StreamConnection): void {
  const group = groups.get(key);
  group?.delete(connection);
  if (group?.size === 0) groups.delete(key);
}
