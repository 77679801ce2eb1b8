import type { StreamEvent } from '#contract/events.ts';
import { batchedLoader } from '../batched-loader.ts';
import type { Log } from '../log.ts';
import { poll } from '../poll.ts';
import type { Bus } from './bus.ts';
import { eventOf, type WireEvent } from './encode-event.ts';
import type { EventHub, Page } from './event-hub.ts';
import { balancesEvent, entriesIn, type MemberEventEntry, memberEventsTopic } from './member-events.ts';

/** A member's position in the ledger. */
export interface LedgerPosition {
  /** Id of the member's newest transfer, increasing over all accounts. */
  readonly transferId: bigint;
  /** Recorded less than a minute ago, by the database's clock. */
  readonly isRecent: boolean;
}

/** Positions by member; members without a transfer are left out. */
type ReadPositions = (memberIds: readonly bigint[]) => Promise<ReadonlyMap<bigint, LedgerPosition>>;

export interface MemberDelivery {
  /**
   * Sends a newly attached page what it may have missed. `after` is the id of its last event: empty if it got none, undefined on
   * its first connection. Never rejects.
   */
  catchUp(page: Page, memberId: bigint, after: string | undefined): Promise<void>;
  /** Compares every connected member's position with what was sent to their pages, and sends what is missing. */
  reconcile(): Promise<void>;
  close(): Promise<void>;
}

export interface MemberDeliveryDependencies {
  readonly hub: Pick<EventHub, 'members' | 'isConnected' | 'sendTo'>;
  readonly bus: Pick<Bus, 'subscribe' | 'onGap'>;
  readonly readPositions: ReadPositions;
  readonly log: Log;
  readonly reconcileEveryMs?: number;
}

const positionsPerRead = 2_000;
const noTransfer: LedgerPosition = { transferId: 0n, isRecent: false };
/** Less than any transfer id, so that the next comparison sends. */
const unknown = -1n;
const resyncEvent: StreamEvent<'resync'> = { name: 'resync', value: {} };

/**
 * Delivers members' events to the pages on this node. The bus delivers at most once; losses are found in the ledger: a page
 * that reconnects sends its last event id, and the node compares its connected members' positions with what it sent, periodically
 * and after each reconnect of the bus.
 */
export function openMemberDelivery(dependencies: MemberDeliveryDependencies): MemberDelivery {
  const { hub, bus, readPositions, log, reconcileEveryMs = 30_000 } = dependencies;
  const positionOf = batchedPositions(readPositions);
  /** The position last sent to the pages of a connected member. */
  const sent = new Map<bigint, bigint>();

  const sendBalances = (memberId: bigint, transferId: bigint): void => {
    sent.set(memberId, transferId);
    hub.sendTo(memberId, balancesEvent, String(transferId));
  };

  const deliver = ({ to, event: wire }: MemberEventEntry): void => {
    const here = to.filter(([memberId]) => hub.isConnected(BigInt(memberId)));
    const event = here.length > 0 ? eventOf(wire as WireEvent) : null;
    if (!event) return;
    for (const [memberId, id] of here) {
      if (id === undefined) hub.sendTo(BigInt(memberId), event);
      else sendBalances(BigInt(memberId), BigInt(id));
    }
  };

  const reconcileMembers = async (members: readonly bigint[]): Promise<void> => {
    const before = members.map((memberId) => sent.get(memberId));
    const positions = await readPositions(members);
    for (const [place, memberId] of members.entries()) {
      const known = sent.get(memberId);
      const { transferId } = positions.get(memberId) ?? noTransfer;
      // An event received during the query is newer than its result.
      const isNews = known === before[place] && known !== transferId;
      if (isNews && hub.isConnected(memberId)) sendBalances(memberId, transferId);
    }
  };

  const reconcile = async (): Promise<void> => {
    for (const memberId of sent.keys()) if (!hub.isConnected(memberId)) sent.delete(memberId);
    // The others are being updated already.
    const members = [...sent.keys()];
    for (let from = 0; from < members.length; from += positionsPerRead) {
      await reconcileMembers(members.slice(from, from + positionsPerRead));
    }
  };

  const endings = [
    bus.subscribe(memberEventsTopic, (payload) => {
      for (const entry of entriesIn(payload)) deliver(entry);
    }),
    bus.onGap(() => {
      for (const memberId of hub.members()) hub.sendTo(memberId, resyncEvent);
      reconciling.wake();
    }),
  ];
  const reconciling = poll({ name: 'positions of connected members', run: reconcile, everyMs: reconcileEveryMs, log });

  return {
    async catchUp(page, memberId, after) {
      if (after !== undefined) page.send(resyncEvent);
      const before = sent.get(memberId);
      const read = await positionOf(memberId).catch((error: unknown) => {
        log.warn({ err: error }, 'the position of a connecting member could not be read');
        return null;
      });
      if (read === null) {
        sent.set(memberId, unknown);
        return page.send(balancesEvent);
      }
      const known = sent.get(memberId);
      if (known !== undefined && known === before && known !== read.transferId) {
        // The member's other pages missed it as well.
        return sendBalances(memberId, read.transferId);
      }
      const transferId = known === before ? read.transferId : (known ?? read.transferId);
      sent.set(memberId, transferId);
      const hasMissed = after === undefined ? read.isRecent : after !== String(transferId);
      if (hasMissed) page.send(balancesEvent, String(transferId));
      else page.sendId(String(transferId));
    },
    reconcile,
    async close() {
      for (const end of endings) end();
      await reconciling.stop();
    },
  };
}

/** One query for all members who reconnect at once, as after the restart of a node. */
function batchedPositions(readPositions: ReadPositions): (memberId: bigint) => Promise<LedgerPosition> {
  const read = batchedLoader(async (keys) => {
    const positions = await readPositions(keys.map(BigInt));
    return new Map(Array.from(positions, ([memberId, position]) => [String(memberId), position]));
  }, positionsPerRead);
  return async (memberId) => (await read(String(memberId))) ?? noTransfer;
}
