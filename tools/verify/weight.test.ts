import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { redEnvelope } from '#core/rewards/rules.ts';
import { hasPython, programPath, runPython } from './python.fixture.ts';
import { vectorsFolder } from './vectors.ts';
import { weightPages } from './weight-cases.ts';

const scratch = mkdtempSync(join(tmpdir(), 'clearlot-weight-'));
afterAll(() => rmSync(scratch, { recursive: true }));

const example = fileURLToPath(new URL('weight.v1.json', vectorsFolder));

interface Page {
  score: number;
  entries: Record<string, string | number>[];
}

const pages = (): [Page, Page] => JSON.parse(readFileSync(example, 'utf8'));

async function verify(...words: string[]) {
  const { status, stdout, stderr } = await runPython(programPath('verify_weight.py'), ...words);
  return { status, said: stdout + stderr };
}

function given(name: string, content: unknown): string {
  const path = join(scratch, name);
  writeFileSync(path, JSON.stringify(content));
  return path;
}

describe.skipIf(!hasPython)('the program in Python that adds a weight score up (needs python3)', () => {
  test('adds the worked entries up, in one file, in several as the server answers them, and none', async () => {
    expect(await verify(example)).toMatchObject({ status: 0, said: expect.stringContaining('the score of 315') });
    const [newest, rest] = pages().map((url, place) => given(`${place}.json`, { status: true, info: '', url }));
    expect(await verify(rest ?? '', newest ?? '')).toMatchObject({ status: 0 });
    expect(await verify(newest ?? '')).toMatchObject({ status: 3, said: expect.stringContaining('are missing') });
    expect(await verify(given('none.json', weightPages([])))).toMatchObject({ status: 0 });
    expect(redEnvelope.entriesMax).toBe(100);
  });

  test.each<readonly [what: string, change: (newest: Page, rest: Page) => void, said: string]>([
    ['a score that is another one', (newest) => newest.score++, 'score: claimed 316, computed 315'],
    [
      'points that no rule gives',
      ({ entries: [first] }) => Object.assign(first ?? {}, { points: 11 }),
      'points: claimed 11, computed 10',
    ],
    ['an entry that was left out', ({ entries }) => entries.splice(3, 1), 'score less points'],
    ['the first entry left out', (_, { entries }) => entries.pop(), 'are missing'],
    [
      'a kind that is not in the id',
      ({ entries }) => Object.assign(entries[0] ?? {}, { kind: 'redEnvelope' }),
      'kind.reference',
    ],
    [
      'a reference that is none',
      ({ entries }) => Object.assign(entries[2] ?? {}, { reference: '101', id: 'redEnvelope.101' }),
      'is not a reference of redEnvelope',
    ],
    ['an entry of other rules', ({ entries }) => Object.assign(entries[0] ?? {}, { rule: 2 }), 'rule: claimed 2'],
    [
      'an entry that is earlier than the one before',
      ({ entries }) => Object.assign(entries[0] ?? {}, { at: '2026-01-01T00:00:00.000Z' }),
      'earlier than',
    ],
    [
      'an entry that two pages have differently',
      ({ entries }, rest) => rest.entries.push({ ...entries[0], points: 9 }),
      'claimed',
    ],
    ['a field that no entry has', ({ entries }) => Object.assign(entries[0] ?? {}, { more: 1 }), 'no such field'],
  ])('finds %s', async (_what, change, said) => {
    const [newest, rest] = pages();
    change(newest, rest);
    const answer = await verify(given('changed.json', [newest, rest]));
    expect(answer.said).toContain(said);
    expect(answer.status).toBe(said === 'are missing' ? 3 : 1);
  });

  test('finds what was kept and is another one now, or missing', async () => {
    const [, rest] = pages();
    const kept = given('kept.json', [rest]);
    expect(await verify(example, '--kept', kept)).toMatchObject({ status: 0 });
    Object.assign(rest.entries[1] ?? {}, { at: '2026-01-30T00:00:01.500Z' });
    expect(await verify(example, '--kept', given('kept.json', [rest]))).toMatchObject({ status: 1 });
    Object.assign(rest.entries[1] ?? {}, { reference: 'X99', id: 'planSettled.X99', kind: 'planSettled' });
    const gone = await verify(example, '--kept', given('kept.json', [rest]));
    expect(gone).toMatchObject({ status: 1, said: expect.stringContaining('now missing') });
  });

  test('refuses what is no page, and says how it is called', async () => {
    for (const content of [[], {}, [1], { url: {} }]) {
      const { status, said } = await verify(given('no-page.json', content));
      expect(status).toBe(1);
      expect(said).not.toContain('Traceback');
    }
    expect(await verify(join(scratch, 'missing.json'))).toMatchObject({ status: 2 });
    expect(await verify(example, '--kept')).toMatchObject({ status: 2 });
    expect(await verify()).toMatchObject({ status: 2, said: expect.stringContaining('What is not checked') });
  });
});
