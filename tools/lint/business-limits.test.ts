import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { errorStatus, isErrorCode } from '#contract/errors.ts';
import {
  approvalAbove,
  approvalAboveCount,
  approvalAboveDestinations,
  approvalSpanMs,
  approvalsNeededAbove,
} from '#core/withdrawals/rules.ts';
import { createTestDatabase } from '#server/platform/database/test-database.ts';
import { eventOfRefusal } from '#server/platform/security-log.ts';

const root = resolve(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const [limits = '', others = '', combined = ''] = read('docs/business-limits.md').split(
  /## Not limits of members|## What must fit together/,
);

interface Row {
  readonly constant: string;
  readonly value: string;
  readonly refusedBy: string;
  readonly test: string;
}

const bare = (cell = ''): string => cell.trim().replaceAll('`', '');

const rows: readonly Row[] = limits
  .split('\n')
  .filter((line) => line.startsWith('|') && line.includes('#'))
  .map((line) => {
    const [, , , value, constant, refusedBy, tried] = line.split('|');
    return { value: bare(value), constant: bare(constant), refusedBy: bare(refusedBy), test: bare(tried) };
  });

const singleLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** The expression that `path#name` is initialised with. */
function initializerOf(place: string): string | undefined {
  const [path = '', name = ''] = place.split('#');
  if (!existsSync(join(root, path))) return undefined;
  const found = new RegExp(`^(?:export )?const ${name}(?:: [^=]+)? = ([^;]+);`, 'm').exec(read(path));
  return found?.[1] === undefined ? undefined : singleLine(found[1]);
}

/** Constants that bound how much or how often; limits of a size or a time are recognised by their names. */
const limitName =
  /^(?:export )?const (\w*(?:Max|Above\w*|Allowance|Policy|Load|[bB]ounds|policy))(?:: [^=]+)? = (?!\(|async|operation)/gm;
const sizeOrTime = /([bB]ytes|Ms|Length|Digits|Decimals|Pixels|Seconds|Hours|Days|side|decoded)\w*Max$|^sideMax$/;
/** Of caches, retries and pages of work. */
const ofMachinery =
  /^(remembered|swept|attempts|distributions|directions|groups|payouts|codeDraws|atOnce|cacheEntries|readAtOnce|callers|responses|fields|pipelined|connections|shown|hinted|single|failures|rootPages)Max$/;

function limitsOfCode(): string[] {
  const folders = ['core', 'contract', 'server/features', 'server/platform/http'];
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.ts$/.test(path) && !/\.(test|fixture|d)\.ts$/.test(path))
      .map((path) => `${folder}/${path}`),
  );
  return files.flatMap((path) => [...read(path).matchAll(limitName)].map(([, name]) => `${path}#${name}`));
}

test('every limit of the table is the constant that it names, with its value', () => {
  expect(rows.length).toBeGreaterThan(30);
  const wrong = rows.filter(({ constant, value }) => initializerOf(constant) !== value);
  expect(wrong.map(({ constant }) => [constant, initializerOf(constant)])).toEqual([]);
});

test('every limit of the table is refused by a code of the contract with its status, and tried by its test', () => {
  const coded = rows.filter(({ refusedBy }) => /^\d/.test(refusedBy));
  const wrongStatus = coded.filter(({ refusedBy }) => {
    const [status, code = ''] = refusedBy.split(' ');
    return !isErrorCode(code) || errorStatus[code] !== Number(status);
  });
  expect(wrongStatus).toEqual([]);
  expect(rows.filter(({ test: tried }) => !existsSync(join(root, tried)))).toEqual([]);
  const untried = coded.filter(({ refusedBy, test: tried }) => !read(tried).includes(refusedBy.split(' ')[1] ?? ''));
  expect(untried).toEqual([]);
});

test('every limit that refuses a call is one of what the security log writes', () => {
  const codes = rows.map(({ refusedBy }) => refusedBy.split(' ')[1] ?? '').filter(isErrorCode);
  const written = codes.filter((code) => errorStatus[code] !== 503);
  expect(new Set(written.map((code) => errorStatus[code]))).toEqual(new Set([400, 409, 422, 429]));
  expect(written.filter((code) => eventOfRefusal(code, 'member') === null)).toEqual([]);
});

test('every limit of the code has a row, or is listed as none of members', () => {
  const listed = [...others.matchAll(/`([^`\s]+#\w+)`/g)].map(([, constant]) => constant);
  const known = new Set([...rows.map(({ constant }) => constant), ...listed]);
  const found = limitsOfCode();
  expect(found).toContain('core/limits/business-limits.ts#plansRunningMax');
  const missing = found.filter((place) => {
    const name = place.slice(place.indexOf('#') + 1);
    return !known.has(place) && !sizeOrTime.test(name) && !ofMachinery.test(name);
  });
  expect(missing, 'say in docs/business-limits.md what they limit').toEqual([]);
  expect(listed.filter((place) => initializerOf(place ?? '') === undefined)).toEqual([]);
});

test('every combination of the table is refused where it says, by a code of the contract that its test tries', () => {
  const lines = combined.split('\n').filter((line) => line.includes('.test.ts'));
  expect(lines.length).toBeGreaterThan(15);
  const wrong = lines.filter((line) => {
    const [, , , refusedBy, decidedIn, tried] = line.split('|').map(bare);
    const [status, code = ''] = (refusedBy ?? '').split(' ');
    const isCode = isErrorCode(code) && errorStatus[code] === Number(status);
    return (
      !isCode || ![decidedIn, tried].every((path = '') => existsSync(join(root, path)) && read(path).includes(code))
    );
  });
  expect(wrong).toEqual([]);
});

test('the database decides approvals by the limits of core/withdrawals', async () => {
  const database = await createTestDatabase();
  try {
    const { rows } = await database.owner.query<{ text: string; used: string[] }>(`
      select pg_get_functiondef(f.oid) as text,
        array(select tgrelid::regclass::text || ' ' || tgenabled::text from pg_trigger where tgfoid = f.oid) as used
      from pg_proc as f where f.proname = 'decide_withdrawal_approvals'`);
    expect(rows.map(({ used }) => used)).toEqual([['withdrawal A']]);
    const sql = singleLine(rows[0]?.text ?? '');
    expect(approvalSpanMs).toBe(24 * 3_600_000);
    expect(sql).toContain("day_start timestamptz := new.requested_at - interval '24 hours';");
    expect(sql).toContain(
      `when of_member.amount + new.amount > ${approvalAbove} or to_destination + new.amount > ${approvalAbove} ` +
        `or of_member.count >= ${approvalAboveCount} or of_member.other_destinations >= ${approvalAboveDestinations} ` +
        `then ${approvalsNeededAbove}`,
    );
  } finally {
    await database.drop();
  }
});
