import { setTimeout as wait } from 'node:timers/promises';
import { type KillableApp, openKillableApp } from './killed-app.fixture.ts';
import { beginLives, type Promised } from './killed-lives.fixture.ts';
import { brokenPromises, dueWork, faultsIn, openItems, transfersByKind } from './ledger-faults.fixture.ts';

const memberCount = 5;
/** Kinds of transfers that these lives lead to. A run continues until each has happened: one that never did would prove nothing. */
export const kindsOfLives = [
  'depositConfirmed',
  'financingMatured',
  'financingRedeemed',
  'financingSubscribed',
  'planPlaced',
  'planSettled',
  'withdrawalHeld',
  'withdrawalPaid',
  'withdrawalReturned',
] as const;
const betweenKillsMs = { least: 300, spread: 1_500 };
/** The least number of answers that members get between two kills, however slow the machine is. */
const promisesBetweenKills = 10;
const patienceMs = 180_000;

export interface KillRun {
  readonly kills: { readonly app: number; readonly database: number };
  /** In how many kills it was under way: calls of members, and what the app does by itself. */
  readonly underWay: ReadonlyMap<string, number>;
  /** Of each kill, until the app took calls again. */
  readonly backAfterMs: readonly number[];
  readonly retries: number;
  readonly promised: readonly Promised[];
  readonly transfers: ReadonlyMap<string, number>;
  /** What was wrong after any kill or in the end: nothing. */
  readonly faults: readonly string[];
  /** Kept running without load, so that a test can plant a fault. */
  readonly app: KillableApp;
}

/**
 * Kills the app and its database in turn, at random moments amid everything that moves money, looks at the books after every kill,
 * and in the end compares all that was promised with all that there is. `until` may end it early.
 */
export async function killOverAndOver(
  killsMax: number,
  port: number,
  progress: (line: string) => void,
  isEnough: () => boolean = () => false,
): Promise<KillRun> {
  const app = await openKillableApp(port);
  try {
    await app.start();
    const lives = await beginLives(app.address, memberCount);
    const kills = { app: 0, database: 0 };
    const underWay = new Map<string, number>();
    const backAfterMs: number[] = [];
    const faults: string[] = [];
    while (kills.app + kills.database < killsMax && !isEnough()) {
      const enough = lives.promisedSoFar() + promisesBetweenKills;
      await wait(betweenKillsMs.least + Math.random() * betweenKillsMs.spread);
      await within(patienceMs, async () => lives.promisedSoFar() >= enough);
      const work = [...(await app.look(dueWork)).keys()];
      for (const one of [...work, ...[...lives.underWay().keys()].map((kind) => `call: ${kind}`)]) {
        underWay.set(one, (underWay.get(one) ?? 0) + 1);
      }
      const isOfDatabase = (kills.app + kills.database) % 3 === 2;
      kills[isOfDatabase ? 'database' : 'app'] += 1;
      let awayMs = 0;
      const away = async (step: () => Promise<void>): Promise<void> => {
        const begun = performance.now();
        await step();
        awayMs += performance.now() - begun;
      };
      await away(isOfDatabase ? app.killDatabase : app.killApp);
      if (isOfDatabase) await away(() => answering(app));
      // A killed app's books are checked before the next one could mend them. The check takes longer with every transfer: time not away.
      faults.push(...(await app.look(faultsIn)));
      if (!isOfDatabase) {
        await away(app.start);
        await away(() => answering(app));
      }
      backAfterMs.push(awayMs);
      const count = kills.app + kills.database;
      if (count % 25 === 0) progress(`${count} kills, ${lives.promisedSoFar()} promises, ${faults.length} faults`);
    }
    await within(patienceMs, async () => {
      const seen = await app.look(transfersByKind);
      return kindsOfLives.every((kind) => seen.has(kind));
    });
    const promised = await lives.end();
    await within(patienceMs, async () => (await app.look(openItems)) === 0);
    const left = await app.look(openItems);
    if (left > 0) faults.push(`${left} items never came to an end`);
    faults.push(...(await app.look(faultsIn)), ...(await app.look((pool) => brokenPromises(pool, promised))));
    const transfers = await app.look(transfersByKind);
    return { kills, underWay, backAfterMs, retries: lives.retries, promised, transfers, faults, app };
  } catch (error) {
    await app.close();
    throw error;
  }
}

async function answering({ address }: KillableApp): Promise<void> {
  const isBack = await within(patienceMs, async () => {
    const answer = await fetch(`${address}/readyz`).catch(() => null);
    await answer?.arrayBuffer();
    return answer?.ok === true;
  });
  if (!isBack) throw new Error('the app does not answer any more');
}

/** Whether it became so in time. */
async function within(limitMs: number, isSo: () => Promise<boolean>): Promise<boolean> {
  const deadline = Date.now() + limitMs;
  while (!(await isSo())) {
    if (Date.now() > deadline) return false;
    await wait(50);
  }
  return true;
}

/** For people: the kills by what was under way, and what there was to lose. */
export function describeRun({ kills, underWay, backAfterMs, retries, promised, transfers }: KillRun): string[] {
  const list = (counts: ReadonlyMap<string, number>): string =>
    [...counts].map(([name, count]) => `${name} ${count}`).join(', ');
  const sorted = [...backAfterMs].sort((left, right) => left - right);
  const quantile = (share: number): string => ((sorted[Math.floor(sorted.length * share)] ?? 0) / 1_000).toFixed(1);
  return [
    `${kills.app} kills of the app, ${kills.database} of its database; back after ${quantile(0.5)} s (median), ${quantile(0.95)} s (95 %)`,
    `kills by what was under way: ${list(underWay)}`,
    `${promised.length} promises kept, ${retries} calls made again; transfers: ${list(transfers)}`,
  ];
}
