import * as contract from '#contract/home.ts';
import type { Feature } from '#server/platform/feature.ts';
import { bindAll } from '#server/platform/http/binding.ts';
import type { Log } from '#server/platform/log.ts';
import { poll } from '#server/platform/poll.ts';
import { type CheckDependencies, type ComponentChecks, componentChecks } from './component-checks.ts';
import { getHome } from './get-home.ts';
import { countPlatform, type PlatformCount, readPlatformCount } from './platform-count.ts';
import { openProbe } from './probe.ts';

const sharedForMs = 1_000;

export interface HomeDependencies extends Omit<CheckDependencies, 'address'> {
  readonly log: Log;
}

export interface HomeFeature extends Feature {
  /** Measures the server at that address until stopped. Stop it before the server. */
  measure(address: string): { stop(): Promise<void> };
}

const everyMs = 10_000;

/** The platform's figures on the home screen. Calls read memory only: counting and measuring run in the background. */
export async function openHome(dependencies: HomeDependencies): Promise<HomeFeature> {
  const { pool, clock, log } = dependencies;
  const probe = openProbe({ pool, log, wallNow: Date.now });
  let latest: PlatformCount | null = await readPlatformCount(pool);
  await probe.load();

  const counting = poll({
    name: 'platform count',
    everyMs,
    log,
    async run() {
      await countPlatform(pool, Math.trunc(clock.now()));
      latest = await readPlatformCount(pool);
    },
  });

  return {
    bindings: bindAll('home', contract, { getHome: { handler: () => getHome(latest, probe), sharedForMs } }),
    measure(address) {
      const checks: ComponentChecks = componentChecks({ ...dependencies, address });
      return poll({ name: 'probe', everyMs, log, run: () => probe.turn(checks) });
    },
    close: () => counting.stop(),
  };
}
