import type { Socket } from 'node:net';
import { FairQueue } from '../fair-queue.ts';

/** `prompt`: handled at once; `usual`: as long as not too many arrive; `crowd`: once no others arrive. */
export type Urgency = 'prompt' | 'usual' | 'crowd';

/** Accepted connections on their way to the HTTP server. */
export interface ConnectionQueue {
  add(socket: Socket, network: string, urgency: Urgency): void;
  /** Handles some postponed connections of a network now, the longest postponed first. */
  release(network: string, most: number): void;
  /** Whether more are arriving than are handled at once: those in the kernel's queue wait for each turn of the event loop. */
  readonly isCrowded: boolean;
}

/** Turns of the event loop in a row that each accepted a connection, beyond which more are waiting in the kernel's queue. */
const busyTurns = 32;
/** Connections handled per turn of the event loop while none arrive. Each may bring a request in the next turn. */
const perQuietTurn = 32;
/** Turns that each accepted a connection, of which the last one handles a postponed one as well. */
const turnsPerPostponed = 4;

/**
 * Postpones connections while many arrive, and handles them in turn with those of other networks. The event loop accepts one connection
 * per turn: while a crowd arrives, each turn that also works off its requests delays those who are still in the kernel's queue.
 */
export function createConnectionQueue(handle: (socket: Socket) => void): ConnectionQueue {
  const postponed = new FairQueue<Socket>();
  let hasAccepted = false;
  let acceptingTurns = 0;
  let isScheduled = false;

  const schedule = (): void => {
    if (isScheduled) return;
    isScheduled = true;
    setImmediate(endTurn);
  };
  const endTurn = (): void => {
    isScheduled = false;
    acceptingTurns = hasAccepted ? acceptingTurns + 1 : 0;
    const ofBusyTurn = acceptingTurns % turnsPerPostponed === 0 ? 1 : 0;
    const count = hasAccepted ? ofBusyTurn : perQuietTurn;
    for (let handled = 0; handled < count; handled += 1) {
      const socket = postponed.take();
      if (socket === undefined) break;
      handlePostponed(socket);
    }
    // A turn without a new connection ends the row.
    if (hasAccepted || postponed.size > 0) schedule();
    hasAccepted = false;
  };
  const handlePostponed = (socket: Socket): void => {
    socket.off('error', ignore);
    if (!socket.destroyed) handle(socket);
  };
  return {
    add(socket, network, urgency) {
      hasAccepted = true;
      schedule();
      if (socket.destroyed) return;
      if (urgency === 'prompt' || (urgency === 'usual' && acceptingTurns < busyTurns)) {
        handle(socket);
        return;
      }
      postponed.add(network, socket);
      // Until the HTTP server listens to it, a reset connection's error would be uncaught.
      socket.on('error', ignore);
      socket.once('close', () => postponed.remove(network, socket));
    },
    get isCrowded() {
      return acceptingTurns >= busyTurns;
    },
    release(network, most) {
      for (const socket of postponed.takeOf(network, most)) handlePostponed(socket);
    },
  };
}

const ignore = (): void => undefined;
