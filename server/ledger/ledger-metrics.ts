import { Counter, Gauge, type Registry } from 'prom-client';
import type { Ledger, LedgerCounts } from './ledger.ts';

const counters: Readonly<Record<keyof Omit<LedgerCounts, 'waiting'>, readonly [name: string, help: string]>> = {
  batches: ['clearlot_ledger_batches_total', 'Batches of transfers sent to the database'],
  transfers: ['clearlot_ledger_transfers_total', 'Transfers in those batches'],
  conflictRetries: [
    'clearlot_ledger_conflict_retries_total',
    'Batches tried again after a conflict with another process',
  ],
  outageRetries: ['clearlot_ledger_outage_retries_total', 'Batches tried again because the database was away'],
  splits: ['clearlot_ledger_bisections_total', 'Batches split to find a transfer that can never be written'],
};

/** Adds the ledger's counts to the process's figures: read when they are collected. */
export function exposeCounts(registry: Registry, ledger: Pick<Ledger, 'counts'>): void {
  const registers = [registry];
  for (const [count, [name, help]] of Object.entries(counters) as [
    keyof typeof counters,
    readonly [string, string],
  ][]) {
    new Counter({
      name,
      help,
      registers,
      collect() {
        this.reset();
        this.inc(ledger.counts()[count]);
      },
    });
  }
  new Gauge({
    name: 'clearlot_ledger_waiting',
    help: 'Transfers that callers wait for',
    registers,
    collect() {
      this.set(ledger.counts().waiting);
    },
  });
}
