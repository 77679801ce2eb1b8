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
  /** Takes `weight` from the caller's allowance: 0 when it was there, else the whole seconds until it will be. */
  take(caller: string, weight: number): number;
}

const callersMax = 50_000;

interface Bucket {
  left: number;
  atMs: number;
}

/** Token buckets in memory, by caller. The oldest are forgotten when there are too many: a full bucket is what they have by then. */
export function createRateLimiter(allowance: Allowance, nowMs: () => number = Date.now): RateLimiter {
  const buckets = new Map<string, Bucket>();
  return {
    take(caller, weight) {
      const now = nowMs();
      let bucket = buckets.get(caller);
      if (bucket === undefined) {
        if (buckets.size >= callersMax) forgetOldest(buckets);
        bucket = { left: allowance.burst, atMs: now };
        buckets.set(caller, bucket);
      }
      const refill = ((now - bucket.atMs) / 1_000) * allowance.perSecond;
      bucket.left = Math.min(allowance.burst, bucket.left + Math.max(0, refill));
      bucket.atMs = now;
      const cost = Math.min(weight, allowance.burst);
      if (bucket.left < cost) return Math.max(1, Math.ceil((cost - bucket.left) / allowance.perSecond));
      bucket.left -= cost;
      return 0;
    },
  };
}

/** A Map keeps the order of insertion: the first tenth is the one seen first. */
function forgetOldest(buckets: Map<string, Bucket>): void {
  let left = callersMax / 10;
  for (const caller of buckets.keys()) {
    if (left-- <= 0) return;
    buckets.delete(caller);
  }
}
