import { LRUCache } from 'lru-cache';
import { surroundingFactor, surroundingNetworkOf } from '../network.ts';

/** Token bucket parameters of one caller: capacity `burst`, refill `perSecond`. */
export interface Allowance {
  readonly burst: number;
  readonly perSecond: number;
}

/** Many members share the address of a mobile network or a company. */
export const addressAllowance: Allowance = { burst: 600, perSecond: 120 };

/** A client polls a few times a second at most; a screen change takes about ten calls. */
export const memberAllowance: Allowance = { burst: 200, perSecond: 40 };

export interface RateLimiter {
  /** Whole seconds until the caller has `weight` tokens; takes none. */
  secondsUntil(caller: string, weight: number): number;
  /** Takes `weight` tokens and returns 0, or takes none and returns the whole seconds until they are available. */
  take(caller: string, weight: number): number;
  /** Returns tokens that were taken. */
  refund(caller: string, weight: number): void;
}

const callersMax = 50_000;

interface Bucket {
  left: number;
  atMs: number;
}

/** In-memory token buckets by caller. A bucket unused for its fill time is full and dropped. */
export function createRateLimiter(allowance: Allowance, nowMs: () => number = Date.now): RateLimiter {
  const buckets = new LRUCache<string, Bucket>({
    max: callersMax,
    ttl: Math.ceil((allowance.burst / allowance.perSecond) * 1_000),
    ttlResolution: 0,
    updateAgeOnGet: true,
    perf: { now: nowMs },
  });
  const filled = (caller: string): Bucket => {
    const now = nowMs();
    let bucket = buckets.get(caller);
    if (bucket === undefined) {
      bucket = { left: allowance.burst, atMs: now };
      buckets.set(caller, bucket);
    }
    const refill = ((now - bucket.atMs) / 1_000) * allowance.perSecond;
    bucket.left = Math.min(allowance.burst, bucket.left + Math.max(0, refill));
    bucket.atMs = now;
    return bucket;
  };
  const secondsFor = (bucket: Bucket, cost: number): number =>
    bucket.left >= cost ? 0 : Math.max(1, Math.ceil((cost - bucket.left) / allowance.perSecond));
  return {
    secondsUntil: (caller, weight) => secondsFor(filled(caller), Math.min(weight, allowance.burst)),
    take(caller, weight) {
      const bucket = filled(caller);
      const cost = Math.min(weight, allowance.burst);
      const seconds = secondsFor(bucket, cost);
      if (seconds === 0) bucket.left -= cost;
      return seconds;
    },
    refund(caller, weight) {
      const bucket = filled(caller);
      bucket.left = Math.min(allowance.burst, bucket.left + weight);
    },
  };
}

/** Rate limits of networks (`networkOf`): that of an IPv6 network's surroundings counts as well, several times as high. */
export function createNetworkRateLimiter(allowance: Allowance, nowMs?: () => number): RateLimiter {
  const own = createRateLimiter(allowance, nowMs);
  const { burst, perSecond } = allowance;
  const wide = createRateLimiter({ burst: burst * surroundingFactor, perSecond: perSecond * surroundingFactor }, nowMs);
  return {
    secondsUntil(network, weight) {
      const surrounding = surroundingNetworkOf(network);
      const seconds = surrounding === null ? 0 : wide.secondsUntil(surrounding, weight);
      return Math.max(seconds, own.secondsUntil(network, weight));
    },
    take(network, weight) {
      const surrounding = surroundingNetworkOf(network);
      const seconds = surrounding === null ? 0 : wide.secondsUntil(surrounding, weight);
      if (seconds > 0) return seconds;
      const ownSeconds = own.take(network, weight);
      if (ownSeconds === 0 && surrounding !== null) wide.take(surrounding, weight);
      return ownSeconds;
    },
    refund(network, weight) {
      own.refund(network, weight);
      const surrounding = surroundingNetworkOf(network);
      if (surrounding !== null) wide.refund(surrounding, weight);
    },
  };
}
