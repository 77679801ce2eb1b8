import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { OutputOf } from '#contract/operation.ts';
import { getReplayDay as operation } from '#contract/proofs.ts';
import { revealFaults, revealOf } from '#core/plans/replay-reveal.ts';
import { getReplayDay } from '#server/features/proofs/get-replay-day.ts';
import { dayMs, HandClock, replayMarket, shippedRecordings } from '#server/market/market.fixture.ts';
import { hasPython, programPath, runPython } from './python.fixture.ts';
import { vectorsFolder } from './vectors.ts';

const scratch = mkdtempSync(join(tmpdir(), 'clearlot-reveal-'));
afterAll(() => rmSync(scratch, { recursive: true }));

const coin = 'LAYER';
const startsAt = Date.UTC(2026, 0, 1);
const from = startsAt + 30 * dayMs - 3_600_000;

/** What a proof of a plan on LAYER, from day 29 into day 30 of the shipped recording's replay, says of its days at a time. */
async function proofAt(now: number) {
  const market = replayMarket(await shippedRecordings(), new HandClock(now), startsAt);
  await market.start();
  const candles = await market.closedBetween(coin, '5m', from, 24);
  await market.stop();
  const bound = market.binding(coin, from);
  if (bound?.source !== 'replay') throw new Error('a replay is bound');
  const rows = Array.from(candles.openTime, (_, row) => [
    ...[candles.openTime, candles.open, candles.high, candles.low, candles.close, candles.volume].map(
      (one) => one[row] ?? 0,
    ),
  ]);
  const span = { from, to: rows.at(-1)?.[0] ?? from };
  const reveal = revealOf(bound, coin, market.published(coin), span);
  const proof = { coin, terms: { interval: '5m' }, market: { market: bound }, candles: rows, reveal };
  return { proof, bound, span, reveal, dayOf: (day: number) => getReplayDay(market, { name: coin, day: String(day) }) };
}

function written(name: string, content: unknown): string {
  const path = join(scratch, name);
  writeFileSync(path, JSON.stringify(content));
  return path;
}

const python = (...words: readonly string[]) => runPython(programPath('verify_replay.py'), ...words);

const answer = (day: OutputOf<typeof operation>) => ({ status: true, url: z.encode(operation.output, day) });

describe.skipIf(!hasPython)(
  'the recorded days of a plan, by phone and by the program in Python (needs python3)',
  () => {
    test('are the same days, factors and candles once they have been played', async () => {
      const { proof, bound, span, reveal, dayOf } = await proofAt(startsAt + 500 * dayMs);
      expect(revealFaults(bound, coin, reveal, span)).toEqual([]);
      const days = [29, 30].map((day) => written(`${day}.json`, answer(dayOf(day))));
      const { status, stdout } = await python(written('proof.json', proof), ...days);
      expect(stdout).toContain('matches');
      expect(status).toBe(0);
      const played = reveal?.state === 'revealed' ? reveal.played : [];
      expect(played).toHaveLength(2);
      for (const { day, origin, factor } of played) {
        const midnight = reveal?.state === 'revealed' ? (reveal.days[origin]?.midnight ?? 0) : 0;
        expect(stdout).toContain(
          `day ${day}: recorded ${new Date(midnight).toISOString().slice(0, 10)}, factor ${factor}`,
        );
      }
    });

    test('are hidden until the last of them has been played', async () => {
      const { proof, reveal, dayOf } = await proofAt(startsAt + 31 * dayMs - 1);
      expect(reveal).toEqual({ state: 'hidden', until: startsAt + 31 * dayMs });
      expect(() => dayOf(30)).toThrow(expect.objectContaining({ code: 'replayDayUnknown' }));
      expect(await python(written('proof.json', proof), written('29.json', answer(dayOf(29))))).toMatchObject({
        status: 3,
      });
    });

    test('are not accepted with one candle, price, factor, day, coin or hash altered', async () => {
      const { proof, bound, span, dayOf } = await proofAt(startsAt + 40 * dayMs);
      const days = [29, 30].map((day) => answer(dayOf(day)));
      const honest = JSON.stringify(proof);
      const other = 'a'.repeat(64);
      const lies: ((proof: ReturnType<typeof JSON.parse>, day: ReturnType<typeof JSON.parse>) => void)[] = [
        ({ reveal }) => Object.assign(reveal, { key: other }),
        ({ reveal }) => Object.assign(reveal.coins[3], { hash: other }),
        ({ reveal }) => Object.assign(reveal.days[3], { hash: other }),
        ({ reveal }) => Object.assign(reveal.days[3], { open: 9 }),
        ({ reveal }) => Object.assign(reveal.played[1], { factor: 1.25 }),
        ({ reveal }) => Object.assign(reveal.played[0], { origin: (reveal.played[0].origin + 1) % 29 }),
        ({ reveal }) => reveal.played.pop(),
        (given) => Object.assign(given.market.market, { recording: other }),
        (given) => Object.assign(given, { reveal: null }),
        (given) => Object.assign(given, { reveal: { state: 'hidden', until: 1 } }),
      ];
      for (const lie of lies) {
        const lied = JSON.parse(honest);
        lie(lied, null);
        expect(revealFaults(lied.market.market ?? bound, coin, lied.reveal, span), lie.toString()).not.toEqual([]);
        const files = days.map((day, place) => written(`${place}.json`, day));
        expect(await python(written('proof.json', lied), ...files), lie.toString()).toMatchObject({ status: 1 });
      }
      const altered = structuredClone(days);
      altered[1]?.url.candles[7]?.splice(4, 1, 9);
      const files = altered.map((day, place) => written(`${place}.json`, day));
      const { status, stdout } = await python(written('proof.json', proof), ...files);
      expect([status, stdout.split('\n').filter((line) => /not those of the recording/.test(line)).length]).toEqual([
        1, 1,
      ]);
      expect((await python(written('proof.json', proof), files[0] ?? '')).stdout).toContain(
        'its candles were not given',
      );
    });

    test('are held by themselves against what the market publishes of itself, whatever of one is altered', async () => {
      const { bound, dayOf } = await proofAt(startsAt + 40 * dayMs);
      const { recording, recordedDays, commitment } = bound;
      const identity = { recording, recordedDays, commitment, startsAt, day: 40, played: null, beaconCoins: [] };
      const against = (day: unknown, said: object = identity) => {
        const status = written('status.json', { status: true, info: '', url: { source: 'replay', identity: said } });
        return python(written('day.json', day), status);
      };
      const honest = answer(dayOf(30));
      const { status, stdout } = await against(honest);
      expect([status, stdout]).toEqual([0, expect.stringContaining(`${coin}, day 30: recorded `)]);
      const other = 'a'.repeat(64);
      const lies: ((url: ReturnType<typeof JSON.parse>) => unknown)[] = [
        ({ reveal }) => Object.assign(reveal, { key: other }),
        ({ reveal }) => Object.assign(reveal.coins[3], { hash: other }),
        ({ reveal }) => Object.assign(reveal.days[3], { hash: other }),
        ({ reveal }) => Object.assign(reveal.days[3], { midnight: 0 }),
        ({ reveal }) => Object.assign(reveal.played[0], { factor: reveal.played[0].factor * 1.000001 }),
        ({ reveal }) => Object.assign(reveal.played[0], { origin: (reveal.played[0].origin + 1) % recordedDays }),
        ({ reveal }) => Object.assign(reveal.played[0], { day: 29 }),
        ({ reveal }) => reveal.played.push({ day: 31, origin: 0, factor: 1 }),
        ({ candles }) => candles[711].splice(5, 1, 9),
        ({ candles }) => candles.pop(),
      ];
      for (const lie of lies) {
        const lied = structuredClone(honest);
        lie(lied.url);
        expect(await against(lied), lie.toString()).toMatchObject({ status: 1 });
      }
      for (const part of [{ recording: other }, { recordedDays: 3 }, { commitment: other }]) {
        expect(await against(honest, { ...identity, ...part })).toMatchObject({ status: 1 });
      }
      expect((await against(honest, { exchange: 'x', instruments: {} })).stdout).toContain('identity.exchange');
    });

    test('of the worked example make the candles of its plan', async () => {
      const [plan, days] = ['plan-replay.v1.json', 'replay-days.v1.json'].map(
        (name) => new URL(name, vectorsFolder).pathname,
      );
      expect(await python(plan ?? '', days ?? '')).toMatchObject({ status: 0 });
      const changed = JSON.parse(readFileSync(days ?? '', 'utf8'));
      changed[5][9][5] += 1;
      expect(await python(plan ?? '', written('days.json', changed))).toMatchObject({ status: 1 });
    });
  },
);
