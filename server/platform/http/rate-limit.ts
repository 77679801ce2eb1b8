import { LRUCache } from 'lru-cache';

/** Allowance of one caller: `burst` at once, `perSecond` in the long run. */
export interface Allowance {
  readonly burst: number;
  readonly perSecond: number;
}

/** Many members share the address of a mobile network or a company. */
export const addressAllowance: Allowance = { burst: 600, perSecond: 120 };

/** A phone polls a few times a second at most, a screen change costs about ten calls. */
export const memberAllowance: Allowance = { burst: 200, perSecond: 40 };

export interface RateLimiter {
  /** Whole seconds until the caller has `weight` left; takes nothing. */
  secondsUntil(caller: string, weight: number): number;
  /** Takes `weight` from the caller's allowance: 0 when it was there, else the whole seconds until it will be. */
  take(caller: string, weight: number): number;
}

const callersMax = 50_000;

interface Bucket {
  left: number;
  atMs: number;
}

/** Token buckets in memory, by caller. A bucket that was not used for as long as it takes to fill is forgotten: it is full. */
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
  };
}
