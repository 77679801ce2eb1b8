import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { importRules } from './import-rules.ts';

const root = resolve(import.meta.dirname, '../..');
const importRule = 'lint/style/noRestrictedImports';

/** Violations: a file, its content, and the rule that must report it. */
const refused: readonly (readonly [file: string, source: string, rule: string])[] = [
  ['core/plans/a1.ts', `import '#contract/plans.ts';`, importRule],
  ['core/plans/a2.ts', `import '#server/app.ts';`, importRule],
  ['core/plans/a3.ts', `import 'node:fs';`, importRule],
  ['core/plans/a4.ts', `import 'zod';`, importRule],
  ['core/plans/a5.ts', `import '../../server/app.ts';`, importRule],
  ['contract/b1.ts', `import '#server/app.ts';`, importRule],
  ['contract/b2.ts', `import '#web/app.tsx';`, importRule],
  ['contract/b3.ts', `import 'pg';`, importRule],
  ['server/c1.ts', `import '#web/app.tsx';`, importRule],
  ['server/c2.ts', `import '../web/app.tsx';`, importRule],
  ['server/platform/d1.ts', `import '#server/ledger/ledger.ts';`, importRule],
  ['server/platform/d2.ts', `import '#server/market/market.ts';`, importRule],
  ['server/platform/http/d3.ts', `import '../../features/plans/routes.ts';`, importRule],
  ['server/platform/d4.ts', `import '#web/app.tsx';`, importRule],
  ['server/platform/d5.ts', `import '../app.ts';`, importRule],
  ['server/ledger/e1.ts', `import '#server/features/plans/routes.ts';`, importRule],
  ['server/ledger/e2.ts', `import '../market/market.ts';`, importRule],
  ['server/market/e3.ts', `import '#server/features/plans/routes.ts';`, importRule],
  ['server/features/plans/f1.ts', `import '#server/features/identity/routes.ts';`, importRule],
  ['server/features/plans/f2.ts', `import '../identity/routes.ts';`, importRule],
  ['server/features/plans/f3.ts', `import '#server/app.ts';`, importRule],
  ['server/features/plans/quotes/f4.ts', `import '../../identity/routes.ts';`, importRule],
  ['server/features/plans/quotes/f5.ts', `import '#server/features/identity/routes.ts';`, importRule],
  ['server/features/plans/f6.test.ts', `import '../identity/routes.ts';`, importRule],
  ['server/rewards/f7.ts', `import '#server/features/plans/routes.ts';`, importRule],
  ['server/ledger/f8.ts', `import '#server/rewards/earn.ts';`, importRule],
  ['server/features/withdrawals/n1.ts', `import '#core/weight/rules.ts';`, importRule],
  ['server/features/withdrawals/n2.ts', `import '#contract/plans.ts';`, importRule],
  ['server/features/withdrawals/n3.ts', `import '#contract/wallet.ts';`, importRule],
  ['server/features/withdrawals/n4.ts', `import '#server/features/deposits/deposit-store.ts';`, importRule],
  ['server/features/withdrawals/n5.ts', `import '#core/invitations/team.ts';`, importRule],
  ['server/features/withdrawals/n6.ts', `import '#server/app.ts';`, importRule],
  ['server/gateways/o1.ts', `import '#server/features/deposits/deposit-store.ts';`, importRule],
  ['server/gateways/evm/o2.ts', `import '../../features/deposits/request-deposit.ts';`, importRule],
  ['server/gateways/evm/o3.ts', `import '#server/ledger/ledger.ts';`, importRule],
  ['server/gateways/o4.ts', `import '../app-gateways.ts';`, importRule],
  ['server/gateways/o5.ts', `import '#web/app.tsx';`, importRule],
  ['web/pages/g1.tsx', `import '#server/app.ts';`, importRule],
  ['web/g2.ts', `import '../server/app.ts';`, importRule],
  ['web/platform/h1.ts', `import '#web/features/plans/queries.ts';`, importRule],
  ['web/ui/h2.tsx', `import '../pages/home.tsx';`, importRule],
  ['web/features/plans/i1.ts', `import '#web/features/deposits/queries.ts';`, importRule],
  ['web/features/plans/i2.ts', `import '../wallet/queries.ts';`, importRule],
  ['web/features/plans/i3.ts', `import '#web/pages/home.tsx';`, importRule],
  ['web/features/plans/queries/i4.ts', `import '../../wallet/queries.ts';`, importRule],
  ['web/features/plans/i5.ts', `import '#contract/api.ts';`, importRule],
  ['web/platform/i6.ts', `import '#contract/api.ts';`, importRule],
  ['web/pages/j1.tsx', `import '../routes.ts';`, importRule],
  ['web/pages/j2.tsx', `import '#web/operator/sections.ts';`, importRule],
  ['web/features/plans/j3.ts', `import '../../operator/sections.ts';`, importRule],
  ['web/ui/j4.tsx', `import '#web/operator/ui/table.tsx';`, importRule],
  ['web/operator/sections/j5.tsx', `import '#web/features/plans/queries/offer.ts';`, importRule],
  ['web/operator/sections/j6.tsx', `import '#web/pages/home.tsx';`, importRule],
  ['web/operator/j7.ts', `import '#contract/api.ts';`, importRule],
  ['core/money/k1.ts', 'export const at = Date.now();', 'plugin'],
  ['core/money/k2.ts', 'export const at = new Date();', 'plugin'],
  ['contract/k3.ts', 'export const at = new Date();', 'plugin'],
  ['contract/k4.ts', 'export const drawn = Math.random();', 'plugin'],
  ['core/plans/l1.ts', 'export const grown = Math.exp(1);', 'plugin'],
  ['core/plans/l2.ts', 'export const grown = (base: number) => base ** 0.5;', 'plugin'],
];

/** What the same rules must allow. */
const accepted: readonly (readonly [file: string, source: string])[] = [
  ['core/plans/m1.ts', `import '#core/money/amount.ts';`],
  ['core/plans/m2.ts', `import './engine.ts';`],
  ['core/plans/m3.ts', 'export const least = Math.min(1, Math.abs(-2), Math.trunc(3.5));'],
  ['core/money/m4.ts', 'export const root = Math.sqrt(2);'],
  [
    'contract/m5.ts',
    `import '#core/plans/terms.ts';\nimport * as z from 'zod/mini';\nexport const schema = z.string();`,
  ],
  ['contract/m6.ts', 'export const text = new Date(0).toISOString();'],
  ['server/platform/m7.ts', `import '#core/market/candle.ts';\nimport './log.ts';\nimport 'node:fs';`],
  [
    'server/features/plans/m8.ts',
    `import '#server/ledger/ledger.ts';\nimport '#server/market/market.ts';\nimport './plans-store.ts';`,
  ],
  [
    'server/features/plans/quotes/m11.ts',
    `import '../plan-store.ts';\nimport './spread.ts';\nimport '#server/rewards/earn.ts';`,
  ],
  ['web/features/plans/queries/m12.ts', `import '../levels.ts';\nimport './placing.ts';`],
  [
    'server/features/withdrawals/n9.ts',
    `import '#core/withdrawals/rules.ts';\nimport '#contract/withdrawals.ts';\nimport '#server/ledger/ledger.ts';\nimport './routes.ts';`,
  ],
  ['server/app.ts', `import './features/plans/routes.ts';`],
  [
    'server/gateways/evm/o6.ts',
    `import '#server/features/deposits/deposit-rail.ts';\nimport '#server/platform/log.ts';\nimport '../payout-sandbox.ts';`,
  ],
  ['server/gateways/evm/o7.test.ts', `import '#server/features/deposits/deposit-store.ts';`],
  [
    'web/features/plans/m9.ts',
    `import '#web/ui/overlay/sheet.tsx';\nimport './levels.ts';\nimport '#core/market/candle.ts';`,
  ],
  [
    'web/operator/sections/m13.tsx',
    `import '#web/ui/layout/card.tsx';\nimport '../queries/members.ts';\nimport '../sections.ts';`,
  ],
  ['web/pages/m10.tsx', `import '#web/features/plans/queries.ts';`],
];

interface Finding {
  readonly category: string;
  readonly location: { readonly path: string };
}

let folder = '';
let findings: Finding[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clearlot-lint-'));
  await cp(join(root, 'tools/lint'), join(folder, 'tools/lint'), { recursive: true });
  const { $schema, vcs, ...configuration } = JSON.parse(await readFile(join(root, 'biome.json'), 'utf8'));
  await writeFile(join(folder, 'biome.json'), JSON.stringify(configuration));
  for (const [file, source] of [...refused, ...accepted]) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), `${source}\n`);
  }
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');
  const report = await new Promise<string>((answer) => {
    const command = [biome, 'lint', '--reporter=json', '--max-diagnostics=none', 'core', 'contract', 'server', 'web'];
    execFile(process.execPath, command, { cwd: folder }, (_error, output) => answer(output));
  });
  findings = JSON.parse(report).diagnostics;
});

afterAll(() => rm(folder, { recursive: true, force: true }));

const rulesAgainst = (file: string): string[] =>
  findings.filter((one) => one.location.path === file).map((one) => one.category);

test.each(refused)('%s: %s is refused', (file, _source, rule) => {
  expect(rulesAgainst(file)).toContain(rule);
});

test.each(accepted)('%s is accepted', (file) => {
  expect(rulesAgainst(file).filter((rule) => rule === importRule || rule === 'plugin')).toEqual([]);
});

test('the configuration is the one that the table of arrows writes: node tools/lint/write-import-rules.ts', async () => {
  const written = JSON.parse(await readFile(join(root, 'tools/lint/import-rules.json'), 'utf8'));
  expect(written).toEqual(importRules);
});
