import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { exposeCounts } from './ledger-metrics.ts';

test('the counts of the ledger are those of the moment they are collected', async () => {
  const registry = new Registry();
  let counts = { batches: 3, transfers: 9, conflictRetries: 1, outageRetries: 0, splits: 2, waiting: 7 };
  exposeCounts(registry, { counts: () => counts });
  const shown = async () =>
    (await registry.metrics()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  expect(await shown()).toEqual([
    'clearlot_ledger_batches_total 3',
    'clearlot_ledger_transfers_total 9',
    'clearlot_ledger_conflict_retries_total 1',
    'clearlot_ledger_outage_retries_total 0',
    'clearlot_ledger_bisections_total 2',
    'clearlot_ledger_waiting 7',
  ]);
  counts = { ...counts, batches: 5, waiting: 0 };
  expect(await shown()).toEqual(
    expect.arrayContaining(['clearlot_ledger_batches_total 5', 'clearlot_ledger_waiting 0']),
  );
});
