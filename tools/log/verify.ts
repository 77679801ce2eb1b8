import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { Kysely, PostgresDialect } from 'kysely';
import * as z from 'zod/mini';
import { listBalanceRoots } from '#contract/proofs.ts';
import type { LogHead } from '#core/operators/act-chain.ts';
import { verifyLog } from '#server/platform/operators/act-log.ts';
import { runCommand, withDatabase } from '../command.ts';

const usage = `Checks the log of operators: recomputes the chain of hashes, and looks in it for every head that was published with a proof of liabilities.

  node tools/log/verify.ts [--roots FILE]

--roots    published roots that somebody kept: a file of tools/verify/roots.ts --keep, or saved on a phone. An owner of the database could
           drop the newest acts together with the roots that name them, but not from such a file.

The database is that of DATABASE_URL, else the own one in DATA_DIR: for a backup, the one that it was restored into. Exit code 1 for a fault.
`;

const mirror = z.object({ info: listBalanceRoots.output });

/** The heads in a file of published roots. */
function headsIn(file: string): LogHead[] {
  const { info } = z.decode(mirror, JSON.parse(readFileSync(file, 'utf8')));
  return info.flatMap(({ log }) => (log ? [{ position: BigInt(log.acts), hash: log.head }] : []));
}

await runCommand(async (words) => {
  const { values, positionals } = parseArgs({
    args: [...words],
    options: { roots: { type: 'string' } },
    allowPositionals: true,
  });
  if (positionals.length > 0) {
    process.stderr.write(usage);
    return 2;
  }
  const mirrored = values.roots === undefined ? [] : headsIn(values.roots);
  return await withDatabase('server', 2, async ({ pool }) => {
    const tables = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
    const { head, faults, unchained } = await verifyLog(tables, mirrored);
    for (const { kind, position, claimed, expected } of faults) {
      console.log(`act ${position}: ${kind}, ${claimed} instead of ${expected}`);
    }
    if (unchained > 0) console.log(`${unchained} acts of more than an hour ago are not chained`);
    console.log(`${head.position} acts, head ${head.hash}`);
    return faults.length + unchained === 0 ? 0 : 1;
  });
});
