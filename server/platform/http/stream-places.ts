import { surroundingFactor, surroundingNetworkOf } from '../network.ts';
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
  /** Open streams of visitors, oldest first, each with what releases it. */
  const visitors = new Map<StreamRequest, () => void>();
  const ofNetwork = new Counts(bounds, 1);
  const ofSurroundings = new Counts(bounds, surroundingFactor);
  let open = 0;
  return {
    take(request) {
      const { network, isMember } = request;
      const surroundings = surroundingNetworkOf(network);
      if (ofNetwork.isFull(network, isMember) || ofSurroundings.isFull(surroundings, isMember)) {
        throw new Refusal('tooManyRequests', { seconds: retrySeconds });
      }
      if (open >= bounds.max) {
        const [oldest] = visitors;
        if (!isMember || oldest === undefined) throw new Refusal('serverBusy');
        const [stream, release] = oldest;
        release();
        stream.end();
      }
      const change = (by: 1 | -1): void => {
        open += by;
        ofNetwork.change(network, isMember, by);
        ofSurroundings.change(surroundings, isMember, by);
      };
      let isReleased = false;
      const release = (): void => {
        if (isReleased) return;
        isReleased = true;
        change(-1);
        visitors.delete(request);
      };
      change(1);
      if (!isMember) visitors.set(request, release);
      return release;
    },
  };
}

/** Open streams by network, within the bounds times a factor. */
class Counts {
  readonly #bounds: StreamBounds;
  readonly #factor: number;
  readonly #of = new Map<string, { all: number; visitors: number }>();

  constructor(bounds: StreamBounds, factor: number) {
    this.#bounds = bounds;
    this.#factor = factor;
  }

  isFull(network: string | null, isMember: boolean): boolean {
    const { all, visitors } = (network === null ? undefined : this.#of.get(network)) ?? { all: 0, visitors: 0 };
    const { ofNetworkMax, visitorsOfNetworkMax } = this.#bounds;
    return all >= ofNetworkMax * this.#factor || (!isMember && visitors >= visitorsOfNetworkMax * this.#factor);
  }

  change(network: string | null, isMember: boolean, by: 1 | -1): void {
    if (network === null) return;
    const count = this.#of.get(network) ?? { all: 0, visitors: 0 };
    count.all += by;
    if (!isMember) count.visitors += by;
    if (count.all === 0) this.#of.delete(network);
    else this.#of.set(network, count);
  }
}
