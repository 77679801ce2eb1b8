import type { Home } from '#contract/home.ts';
import type { PlatformCount } from './platform-count.ts';
import type { Probe } from './probe.ts';

/** The home screen's figures, from memory. */
export function getHome(latest: PlatformCount | null, probe: Pick<Probe, 'board'>): Home {
  return { platform: latest?.platform ?? null, settled: latest?.settled ?? [], uptime: probe.board() };
}
