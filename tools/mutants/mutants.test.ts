import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';
import { mutants } from './list.ts';
import { type Mutant, plant } from './mutant.ts';
import { sampleOf } from './sample.ts';
import { type Finding, rateOf, summaryOf } from './summary.ts';
import { textOfError } from './test-order.ts';

const root = resolve(import.meta.dirname, '../..');
const textOf = (file: string): string => readFileSync(join(root, file), 'utf8');

/** Why this bug cannot be planted in the code as it is, or null. */
function problemOf(mutant: Mutant): string | null {
  try {
    const planted = plant(mutant, textOf(mutant.file));
    const [error] = /\.tsx?$/.test(mutant.file) ? parseSync(mutant.file, planted).errors : [];
    return error ? `"${mutant.name}" does not parse: ${error.message}` : null;
  } catch (error) {
    return String(error);
  }
}

test('every bug of the list can still be planted, and the code parses with it', () => {
  expect(mutants.flatMap((mutant) => problemOf(mutant) ?? [])).toEqual([]);
});

/** The functions and triggers that a migration defines, each with its whole text. */
function definitionsOf(file: string): { readonly name: string; readonly text: string }[] {
  const functions = textOf(file).matchAll(/create (?:or replace )?function ([\w.]+)\([\s\S]*?\$\$[\s\S]*?\$\$/g);
  const triggers = textOf(file).matchAll(/create (?:constraint )?trigger (\w+) [^;]*? on ([\w.]+)[^;]*;/g);
  return [
    ...[...functions].map(([text, name = '']) => ({ name, text })),
    ...[...triggers].map(([text, name, table]) => ({ name: `${name} on ${table}`, text })),
  ];
}

test('a bug in a function or a trigger of the database is planted where it is defined last', () => {
  const migrations = readdirSync(join(root, 'server/migrations')).sort();
  const lastIn = new Map<string, string>();
  for (const migration of migrations) {
    const file = `server/migrations/${migration}`;
    for (const { name } of definitionsOf(file)) lastIn.set(name, file);
  }
  expect(lastIn.size).toBeGreaterThan(50);
  const overridden = mutants.flatMap(({ name, file, before }) => {
    if (!file.endsWith('.sql')) return [];
    const changed = definitionsOf(file).find(({ text }) => text.includes(before.trim()));
    const last = changed && lastIn.get(changed.name);
    return last === undefined || last === file ? [] : [`${name}: ${changed?.name} is replaced in ${last}`];
  });
  expect(overridden).toEqual([]);
});

test('there are 200 bugs or more, each of a name of its own', () => {
  expect(mutants.length).toBeGreaterThanOrEqual(200);
  const names = mutants.map(({ name }) => name);
  expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([]);
});

test('no bug stands in the lists twice under two names', () => {
  const places = new Map<string, string[]>();
  for (const { name, file, before, after } of mutants) {
    const place = JSON.stringify([file, before, after]);
    places.set(place, [...(places.get(place) ?? []), name]);
  }
  expect([...places.values()].filter((names) => names.length > 1)).toEqual([]);
});

test('the tests that are expected to notice exist', () => {
  const named = new Set(mutants.flatMap(({ tests }) => tests));
  expect([...named].filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test('a bug is planted in one place, and text that is missing, repeated or unchanged is refused', () => {
  const mutant: Mutant = { name: 'sample', room: 'r', file: 'f.ts', tests: [], before: 'a + b', after: 'a - $& b' };
  expect(plant(mutant, 'x = a + b;')).toBe('x = a - $& b;');
  expect(() => plant(mutant, 'x = a * b;')).toThrow('occurs 0 times');
  expect(() => plant(mutant, 'a + b + a + b')).toThrow('occurs 2 times');
  expect(() => plant({ ...mutant, after: 'a + b' }, 'a + b')).toThrow('changes nothing');
});

test('the summary says the rate of each room and of all, and names what survived', () => {
  const [one, other] = mutants.filter(({ room }) => room === 'core');
  const elsewhere = mutants.find(({ room }) => room !== 'core');
  if (!one || !other || !elsewhere) throw new Error('the list has too few rooms');
  const findings: Finding[] = [
    { mutant: one, verdict: 'caught' },
    { mutant: other, verdict: 'survived' },
    { mutant: elsewhere, verdict: 'caught' },
    { mutant: elsewhere, verdict: 'hung' },
    { mutant: elsewhere, verdict: 'broken' },
    { mutant: one, verdict: 'caught' },
  ];
  expect(rateOf(findings)).toBe(0.5);
  const lines = summaryOf(findings).split('\n');
  expect(lines[0]).toMatch(/^core +2 of 3, 66 %$/);
  expect(lines[1]).toMatch(/^[a-z]+ +1 of 3, 33 %, 1 hung, 1 broken$/);
  expect(lines[2]).toMatch(/^all +3 of 6, 50 %, 1 hung, 1 broken$/);
  expect(lines.slice(3)).toEqual([
    `survived: core: ${other.name} (${other.file})`,
    `hung: ${elsewhere.room}: ${elsewhere.name} (${elsewhere.file})`,
    `broken: ${elsewhere.room}: ${elsewhere.name} (${elsewhere.file})`,
  ]);
});

test('an error that no test expected has a text, whatever it is', () => {
  const fromThread = Object.assign(Object.create(null), { name: 'TypeError', message: 'of a thread' });
  expect([fromThread, new Error('here'), 'text', null, Object.create(null)].map(textOfError)).toEqual([
    ...['of a thread', 'here', 'text', 'null', '{}'],
  ]);
});

test('a sample is the same in every run, has every room in its share, and is no more than there is', () => {
  const few = sampleOf(mutants, 100);
  expect(few.length).toBeGreaterThan(85);
  expect(few.length).toBeLessThan(115);
  expect(new Set(few.map(({ room }) => room))).toEqual(new Set(mutants.map(({ room }) => room)));
  expect(new Set(few).size).toBe(few.length);
  expect(sampleOf([...mutants].reverse(), 100).toSorted(byName)).toEqual(few.toSorted(byName));
  expect(sampleOf(mutants, 10 * mutants.length)).toHaveLength(mutants.length);
  expect(() => sampleOf(mutants, Number('many'))).toThrow('--sample');
});

const byName = (a: Mutant, b: Mutant): number => a.name.localeCompare(b.name);
