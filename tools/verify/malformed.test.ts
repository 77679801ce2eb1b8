import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { dayTranscriptSchema, malformedField, roundTranscriptSchema } from '#contract/transcripts.ts';
import { dayTranscriptOf, installedOn, ordersOf, transcriptOf } from '#core/fairness/transcript.fixture.ts';

type Path = readonly (string | number)[];

/** Every field of a file, lists and objects as well. */
function pathsIn(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  const inside = Object.entries(value).flatMap(([name, one]) =>
    pathsIn(one, [...path, Array.isArray(value) ? Number(name) : name]),
  );
  return path.length === 0 ? inside : [path, ...inside];
}

/** The file with one field replaced; `undefined` leaves it out. */
function replaced(value: unknown, [part, ...rest]: Path, after: unknown): unknown {
  if (part === undefined) return after;
  const inside = replaced((value as Record<string | number, unknown>)[part], rest, after);
  return Array.isArray(value) ? value.with(Number(part), inside) : { ...(value as object), [part]: inside };
}

/** What no field may hold. */
const wrong: readonly unknown[] = [undefined, true, [[]], { surplus: 1 }, 'none of it'];

test('10,000 malformed transcripts: each names the field that is wrong', () => {
  const missed: string[] = [];
  let count = 0;
  for (let round = (installedOn + 1) * 288; count < 10_000; round++) {
    const kind = round % 2 === 0 ? 'market' : 'drand';
    const transcript = transcriptOf(round, { kind, orders: ordersOf(round, 12) });
    const file = JSON.parse(JSON.stringify(z.encode(roundTranscriptSchema, transcript)));
    for (const path of pathsIn(file)) {
      for (const after of wrong) {
        const decoded = z.safeDecode(roundTranscriptSchema, JSON.parse(JSON.stringify(replaced(file, path, after))));
        count++;
        const named = decoded.success ? 'sound' : malformedField(decoded.error.issues).field;
        const field = path.join('.');
        const isNamed = named === field || named.startsWith(`${field}.`) || isOfList(path, named);
        if (!isNamed) missed.push(`${field} ${String(after)}: ${named}`);
      }
    }
  }
  expect(missed.slice(0, 20)).toEqual([]);
});

/** A list or its element that is left out or too many is a fault of the list. */
const isOfList = (path: Path, named: string): boolean =>
  path.some((part, place) => typeof part === 'number' && named === path.slice(0, place).join('.'));

test('a field that no transcript has, and a file that is none, are named', () => {
  const file = z.encode(dayTranscriptSchema, dayTranscriptOf(installedOn + 1));
  const withMore = { ...file, rounds: file.rounds.with(3, { ...file.rounds[3], more: 1 } as never) };
  const decoded = z.safeDecode(dayTranscriptSchema, withMore);
  expect(decoded.success || malformedField(decoded.error.issues)).toEqual({ field: 'rounds.3.more', isUnknown: true });
  const none = z.safeDecode(roundTranscriptSchema, [] as never);
  expect(none.success || malformedField(none.error.issues)).toEqual({ field: 'transcript', isUnknown: false });
});
