import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { getReplay } from '#contract/proofs.ts';
import type { ReplayMarket } from '#core/plans/market-binding.ts';
import { revealOf } from '#core/plans/replay-reveal.ts';
import { dayMs, HandClock, replayMarket, shippedRecordings } from '#server/market/market.fixture.ts';

const scratch = mkdtempSync(join(tmpdir(), 'clearlot-reveal-'));
afterAll(() => rmSync(scratch, { recursive: true }));
const hasPython = spawnSync('python3', ['-I', '-c', 'import sys; sys.exit(sys.version_info < (3, 8))']).status === 0;

const startsAt = Date.UTC(2026, 0, 1);
const from = startsAt + 30 * dayMs - 3_600_000;
const to = startsAt + 30 * dayMs + 3_600_000;

async function publishedAt(now: number) {
  const market = replayMarket(await shippedRecordings(), new HandClock(now), startsAt);
  const published = getReplay.output.parse(JSON.parse(JSON.stringify(market.published('LAYER'))));
  const bound = market.binding('LAYER', from);
  if (!published || bound?.source !== 'replay') throw new Error('a replay is published');
  return { published, bound };
}

function python(bound: ReplayMarket, published: unknown): { readonly status: number | null; readonly stdout: string } {
  const [proof, answer] = ['proof.json', 'answer.json'].map((name) => join(scratch, name)) as [string, string];
  writeFileSync(proof, JSON.stringify({ market: { market: bound }, candles: [[from], [to]] }));
  writeFileSync(answer, JSON.stringify({ status: true, url: published }));
  return spawnSync('python3', ['-I', join(import.meta.dirname, 'verify_replay.py'), proof, answer], {
    encoding: 'utf8',
  });
}

describe.skipIf(!hasPython)(
  'the recorded days of a plan, by phone and by the program in Python (needs python3)',
  () => {
    test('are the same days and factors once they have been played', async () => {
      const { published, bound } = await publishedAt(startsAt + 500 * dayMs);
      const reveal = revealOf(bound, published, from, to);
      const { status, stdout } = python(bound, published);
      expect(status).toBe(0);
      const words = (reveal.state === 'revealed' ? reveal.days : []).map(({ day, recordedDay, rebase }) => {
        return `day ${day}: recorded ${new Date(recordedDay).toISOString().slice(0, 10)}, factor ${rebase.factor}`;
      });
      expect(words).toHaveLength(2);
      for (const line of words) expect(stdout).toContain(line);
    });

    test('are hidden until the last of them has been played', async () => {
      const { published, bound } = await publishedAt(startsAt + 31 * dayMs - 1);
      expect(revealOf(bound, published, from, to)).toEqual({ state: 'hidden', until: startsAt + 31 * dayMs });
      expect(python(bound, published)).toMatchObject({ status: 3 });
    });

    test('are not accepted from another key or another replay', async () => {
      const { published, bound } = await publishedAt(startsAt + 40 * dayMs);
      const { day, key } = published.revealed ?? { day: 0, key: '' };
      const lies = [
        { ...published, revealed: { day: day - 1, key } },
        { ...published, revealed: { day, key: key.replace(/^./, (digit) => (digit === '0' ? '1' : '0')) } },
        { ...published, commitment: key },
        { ...published, recording: key },
        { ...published, startsAt: startsAt + dayMs },
        { ...published, prices: published.prices.slice(1) },
      ];
      for (const lie of lies) {
        expect(['wrong', 'foreign']).toContain(revealOf(bound, lie, from, to).state);
        expect(python(bound, lie)).toMatchObject({ status: 1 });
      }
    });
  },
);
