import { hash } from 'node:crypto';
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { operations } from '#contract/api.ts';
import { pageSize } from '#contract/fields.ts';
import { getMarketStatus } from '#contract/market.ts';
import type { NamedOperation } from '#contract/operation.ts';
import { quotePlan } from '#contract/plans-offer.ts';
import { getPlanProof, marketBinding, revealedDays } from '#contract/plans-proof.ts';
import {
  getBalanceProof,
  getReplayDay,
  listBalanceRoots,
  minutesMax,
  newestRoots,
  rootsPerPage,
} from '#contract/proofs.ts';
import { getFairness } from '#contract/rounds.ts';
import { memberAccounts, usdtAccounts } from '#core/ledger/accounts.ts';
import { hashOfAct } from '#core/operators/act-chain.ts';
import { vectors, vectorsFolder } from './vectors.ts';

const folder = new URL('../../server/features/content/texts/rule/', import.meta.url);
const textOf = (name: string): string => readFileSync(new URL(`${name}/en.md`, folder), 'utf8');
const names = readdirSync(folder);
const pages = new Map(
  names.filter((name) => /^\d+-exact-/.test(name)).map((name) => [name.slice(name.indexOf('exact-')), textOf(name)]),
);
const pageOf = (name: string): string => pages.get(name) ?? '';

/** A path of the contract or of the page, with what stands for a value left open. */
const opened = (path: string): string =>
  path.replace(/\{\w+\}|\/[A-Z]+(?=\/|$)/g, (part) => (part[0] === '/' ? '/*' : '*'));

const named = [...pages].flatMap(([page, text]) =>
  [...text.matchAll(/GET \/api(\/[\w/-]+)(?:\?(\S+?))?(?=[\s,:;)])(?:, in (url|info))?/g)].map(
    ([, path = '', query = '', answerIn = '']) => ({ page, path, query, answerIn }),
  ),
);

test('every call that the exact rules name is one that anybody or the member can make, and its answer is where they say', () => {
  expect(named.map(({ page }) => page)).toEqual(expect.arrayContaining([...pages.keys()].slice(0, 5)));
  for (const { page, path, query, answerIn } of named) {
    const found = operations.find((one: NamedOperation) => opened(one.operation.path) === opened(path));
    expect(found?.operation.method, `${page}: ${path}`).toBe('GET');
    if (answerIn !== '') expect(found?.operation.answerIn, `${page}: ${path}`).toBe(answerIn);
    for (const parameter of query.split('&').filter((part) => part !== '')) {
      const [name = ''] = parameter.split('=');
      expect(found && fieldsOf(found.operation.input), `${page}: ${path}?${parameter}`).toContain(name);
    }
  }
});

/** Names of all fields of what is answered, however deep. */
function fieldsOf(schema: unknown): string[] {
  const names = new Set<string>();
  const walk = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return;
    if (Array.isArray(part)) {
      for (const one of part) walk(one);
      return;
    }
    const { properties } = part as { readonly properties?: object };
    for (const name of Object.keys(properties ?? {})) names.add(name);
    for (const one of Object.values(part)) walk(one);
  };
  walk(z.toJSONSchema(schema as z.core.$ZodType, { io: 'input', unrepresentable: 'any' }));
  return [...names];
}

test.each([
  ['exact-candles', 'the proof', getPlanProof.output],
  ['exact-candles', 'the market of a plan', marketBinding],
  ['exact-replay', 'what is revealed', revealedDays],
  ['exact-quote', 'the quote', quotePlan.output],
  ['exact-tree', 'the proof of a balance', getBalanceProof.output],
  ['exact-tree', 'the published roots', listBalanceRoots.output],
  ['exact-replay', 'a recorded day', getReplayDay.output],
  ['exact-rounds', 'what is published of all rounds', getFairness.output],
] as const)('the page %s names every field of %s', (page, _what, schema) => {
  const fields = fieldsOf(schema);
  expect(fields.length).toBeGreaterThan(3);
  // What another page of these rules says of a part stands there alone.
  const shared = ['exact-candles', 'exact-replay', 'exact-quote'];
  const text = (shared.includes(page) ? shared : [page]).map(pageOf).join();
  expect(fields.filter((name) => !new RegExp(`\\b${name}\\b`).test(text))).toEqual([]);
});

test('the pages say how much is answered at once, and where what is published of the market is', () => {
  expect(pageOf('exact-quote')).toContain(`up to ${minutesMax} closed minutes`);
  expect(pageOf('exact-tree')).toContain(`up to ${rootsPerPage} statements`);
  expect(pageOf('exact-tree')).toContain(`the newest ${newestRoots},`);
  expect(pageOf('exact-rounds')).toContain(`days: up to ${pageSize}, as below`);
  expect(pageOf('exact-rounds')).toContain(`reveals: up to ${pageSize},`);
  const identity = fieldsOf(getMarketStatus.output.shape.identity).filter(
    (name) => !/^(exchange|instruments)$/.test(name),
  );
  expect(identity.filter((name) => !pageOf('exact-replay').includes(name))).toEqual([]);
});

test('which accounts a balance has, what the log’s head is, and what the hash of no candle is', () => {
  const { available, locked } = usdtAccounts(memberAccounts);
  for (const name of [...available, ...locked]) expect(pageOf('exact-tree')).toMatch(new RegExp(`\\b${name}\\b`));
  const act = { id: 7n, operator: 'anna', role: 'support', act: 'freeze', subject: 'M1', memberId: null } as const;
  const rest = { reason: 'asked "so"', detail: '{}', at: 1_767_225_600_000 };
  // As the page says it.
  const json = '["1","7","anna","support","freeze","M1",null,"asked \\"so\\"","{}",1767225600000]';
  const lines = ['clearlot operator act 1', '0'.repeat(64), json].map((line) => `${line}\n`).join('');
  expect(hashOfAct('0'.repeat(64), { position: 1n, ...act, ...rest })).toBe(hash('sha256', lines));
  for (const part of [
    'clearlot operator act 1',
    'position, id, operator, role,',
    'act, subject, member, reason, detail',
  ])
    expect(pageOf('exact-tree')).toContain(part);
  expect(pageOf('exact-engine')).toContain(hash('sha256', ''));
});

test('every example can be had from a page, and what a page offers is there', () => {
  const pages = globSync('*/*.md', { cwd: folder }).map((page) => readFileSync(new URL(page, folder), 'utf8'));
  const offered = pages.flatMap((page) => [...page.matchAll(/^=> \/verify\/(\S+)/gm)].map(([, name]) => name));
  expect(Object.keys(vectors).filter((name) => !offered.includes(name))).toEqual([]);
  const files = readdirSync(vectorsFolder);
  expect(offered.filter((name) => !files.includes(name ?? ''))).toEqual([]);
});
