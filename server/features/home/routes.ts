import * as contract from '#contract/home.ts';
import { type Binding, bindAll } from '#server/platform/http/binding.ts';
import { getHome } from './get-home.ts';
import type { PlatformCount } from './platform-count.ts';
import type { Probe } from './probe.ts';

const sharedForMs = 1_000;

export interface HomeRoutesDependencies {
  /** The latest count, null before the first. */
  readonly latest: () => PlatformCount | null;
  readonly probe: Pick<Probe, 'board'>;
}

export function homeRoutes({ latest, probe }: HomeRoutesDependencies): readonly Binding[] {
  return bindAll('home', contract, { getHome: { handler: () => getHome(latest(), probe), sharedForMs } });
}
