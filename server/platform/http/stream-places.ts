import { Refusal } from '../refusal.ts';

/** Limits on open streams. */
export interface StreamBounds {
  readonly max: number;
  /** Visitors per network. */
  readonly visitorsOfNetworkMax: number;
  /** All streams per network, members included: many share the address of a mobile network. */
  readonly ofNetworkMax: number;
}

export interface StreamRequest {
  readonly network: string;
  readonly isMember: boolean;
  /** Closes the stream when a member needs its slot. */
  end(): void;
}

/** Counts open streams; each holds a slot until it is released. */
export interface StreamPlaces {
  /** Takes a slot and returns the function that releases it. Throws `tooManyRequests` or `serverBusy`. */
  take(request: StreamRequest): () => void;
}

/** Open streams per network, of members and visitors, and those of visitors among them. */
const networkStreamsMax = 512;
const visitorStreamsMax = 64;
const retrySeconds = 30;

export function streamBounds(connectionsMax: number, hasLimits: boolean): StreamBounds {
  const max = Math.floor(connectionsMax * 0.8);
  return hasLimits
    ? { max, visitorsOfNetworkMax: visitorStreamsMax, ofNetworkMax: networkStreamsMax }
    : { max, visitorsOfNetworkMax: max, ofNetworkMax: max };
}

export function createStreamPlaces(bounds: StreamBounds): StreamPlaces {
  const visitors = new Set<StreamRequest>();
  const ofNetwork = new Map<string, { all: number; visitors: number }>();
  let open = 0;
  return {
    take(request) {
      const { network, isMember } = request;
      const count = ofNetwork.get(network) ?? { all: 0, visitors: 0 };
      const isFull = count.all >= bounds.ofNetworkMax || (!isMember && count.visitors >= bounds.visitorsOfNetworkMax);
      if (isFull) throw new Refusal('tooManyRequests', { seconds: retrySeconds });
      if (open >= bounds.max) {
        const [oldest] = visitors;
        if (!isMember || oldest === undefined) throw new Refusal('serverBusy');
        oldest.end();
      }
      ofNetwork.set(network, count);
      open += 1;
      count.all += 1;
      if (!isMember) {
        count.visitors += 1;
        visitors.add(request);
      }
      return () => {
        open -= 1;
        count.all -= 1;
        if (visitors.delete(request)) count.visitors -= 1;
        if (count.all === 0) ofNetwork.delete(network);
      };
    },
  };
}
