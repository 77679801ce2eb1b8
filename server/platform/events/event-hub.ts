import type { ServerResponse } from 'node:http';
import { setInterval } from 'node:timers';
import type { StreamEvent } from '#contract/events.ts';
import { encodeEvent, encodeId } from './encode-event.ts';
import { StreamConnection } from './stream-connection.ts';

interface HubSubscription {
  /** Member whose own events are sent as well; null for a visitor. */
  readonly memberId: bigint | null;
  readonly topics: readonly string[];
  /** Sent first. */
  readonly welcome: readonly StreamEvent[];
}

/** One open page. Sending to a closed page does nothing. */
export interface Page {
  send(event: StreamEvent, id?: string): void;
  /** Sets the id that the page reconnects with, without an event. */
  sendId(id: string): void;
}

/** Server-sent events to the pages open on this node. An event for many pages is encoded once. */
export interface EventHub {
  /** Takes over the response: writes its head and keeps it open. Null, with nothing written, when the hub is full. */
  attach(response: ServerResponse, subscription: HubSubscription): Page | null;
  /** Whether the topic has subscribers. */
  wanted(topic: string): boolean;
  /**
   * To every subscriber of the topic. A slow one gets only the newest event of each `slot` once it can take more: the topic,
   * unless named.
   */
  publish(topic: string, event: StreamEvent, slot?: string): void;
  /** To every page that one member has open on this node, in order. A page too slow to take them is disconnected and reconnects. */
  sendTo(memberId: bigint, event: StreamEvent, id?: string): void;
  /** Closes a member's pages, after a sign-out or a changed password. */
  disconnect(memberId: bigint): void;
  /** Members with a page open on this node. */
  members(): bigint[];
  isConnected(memberId: bigint): boolean;
  readonly connections: number;
  /** Closes all pages. */
  close(): void;
}

export interface HubLimits {
  /** Below the idle timeout of common proxies and NATs. */
  readonly heartbeatMs?: number;
  /** Most bytes queued for a page that does not read. */
  readonly bufferBytesMax?: number;
  readonly connectionsMax?: number;
  /** Most pages of one member: beyond it the oldest is closed. */
  readonly memberConnectionsMax?: number;
}

const heartbeat = Buffer.from(': still here\n\n');

/** Shortest delay before a page reconnects. */
const reconnectMs = 2_000;

export function createEventHub(limits: HubLimits = {}): EventHub {
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
      if (all.size >= connectionsMax) return null;
      const opening = [Buffer.from(`retry: ${reconnectMs}\n\n`), ...welcome.map((event) => encodeEvent(event))];
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
      connection.open(Buffer.concat(opening));
      return {
        send: (event, id) => connection.send(encodeEvent(event, id)),
        sendId: (id) => connection.send(encodeId(id)),
      };
    },
    wanted: (topic) => byTopic.has(topic),
    publish(topic, event, slot = topic) {
      const subscribers = byTopic.get(topic);
      if (!subscribers) return;
      const frame = encodeEvent(event);
      for (const connection of subscribers) connection.sendLatest(slot, frame);
    },
    sendTo(memberId, event, id) {
      const pages = byMember.get(memberId);
      if (!pages) return;
      const frame = encodeEvent(event, id);
      for (const connection of pages) connection.send(frame);
    },
    members: () => [...byMember.keys()],
    isConnected: (memberId) => byMember.has(memberId),
    disconnect(memberId) {
      for (const connection of byMember.get(memberId) ?? []) connection.end();
    },
    close() {
      clearInterval(timer);
      for (const connection of all) connection.end();
    },
  };
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
