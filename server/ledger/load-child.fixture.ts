import { writeSync } from 'node:fs';
import pg from 'pg';
import { openLedger } from './ledger.ts';
import { deposit, place } from './transfers.fixture.ts';

/**
 * A process of its own that moves money until it is killed, and writes the key of every transfer to standard output once it
 * is acknowledged. `hasty` writes the key before the ledger has answered: the fault that the test must notice.
 */
const [url, name = '', memberCount = '1', mode = ''] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: url, max: 2 });
const ledger = openLedger({ pool, clock: { now: () => Date.now() } });

async function work(worker: number): Promise<void> {
  for (let count = 0; ; count++) {
    const memberId = 1n + BigInt((worker * 31 + count * 7) % Number(memberCount));
    const key = `${name}:${worker}:${count}`;
    const transfer = count % 3 === 0 ? deposit(memberId, key, 5n) : place(memberId, key, 2n);
    if (mode === 'hasty') acknowledge(key);
    const outcome = await ledger.submit(transfer);
    if (mode !== 'hasty' && outcome.status === 'committed') acknowledge(key);
  }
}

/** Written synchronously: a kill cannot lose an acknowledgement that a caller has received. */
function acknowledge(key: string): void {
  writeSync(1, `${key}\n`);
}

await Promise.all(Array.from({ length: 48 }, (_, worker) => work(worker)));
