import { bug, mutantsOf } from '../mutant.ts';

/** Batches, outages and encodings of the ledger. */
export const ledgerOutages = mutantsOf('ledger', [
  {
    file: 'server/ledger/approval-rows.ts',
    tests: ['server/features/books/fundings.test.ts'],
    bugs: [
      bug(
        'an approval in a transfer is recorded at the beginning of time',
        'reason, at: new Date(at) }',
        'reason, at: new Date(0) }',
      ),
    ],
  },
  {
    file: 'server/ledger/array-parameter.ts',
    tests: ['server/ledger/array-parameter.test.ts'],
    bugs: [
      bug('a text of many bytes is cut', 'size: (value) => value.length * 3,', 'size: (value) => value.length * 2,'),
    ],
  },
  {
    file: 'server/ledger/commit-batch.ts',
    tests: ['server/ledger/lost-connection.test.ts'],
    bugs: [
      bug(
        'of a batch written ahead nobody knows what was sent',
        `  for (const [place, { transferId }] of receipts.entries()) (batch[place] as Pending).sentAs = transferId;
`,
        '',
      ),
      bug(
        'a replay is answered before the standby has it',
        `outcomes.some(({ status }) => status !== 'refused')`,
        `outcomes.every(({ status }) => status !== 'refused')`,
      ),
    ],
  },
  {
    file: 'server/platform/database/transaction.ts',
    tests: ['server/features/books/books.test.ts'],
    bugs: [
      bug(
        'a failed check gives its connection back within a transaction',
        `    await client.query('rollback').catch(() => undefined);
`,
        '',
      ),
    ],
  },
  {
    file: 'server/ledger/committer.ts',
    tests: ['server/ledger/pages.test.ts'],
    bugs: [
      bug(
        'bulk transfers go before those that callers wait for',
        'batch.push(...this.#bulk.splice(0, bulkMax));',
        'batch.unshift(...this.#bulk.splice(0, bulkMax));',
      ),
    ],
  },
  {
    file: 'server/ledger/committer.ts',
    tests: ['server/ledger/lost-connection.test.ts'],
    bugs: [
      bug(
        'after an outage the queue is tried batch by batch',
        'for (const waiting of [...this.#waiting.splice(0), ...this.#bulk.splice(0)]) waiting.reject(outage);',
        'for (const waiting of [...this.#bulk.splice(0)]) waiting.reject(outage);',
      ),
      bug(
        'of a split batch the second half is lost with the first in an outage',
        'return outage ? giveUp(batch.slice(middle), outage) :',
        'return outage ? outage :',
      ),
    ],
  },
  {
    file: 'server/ledger/input-hash.ts',
    tests: ['server/ledger/input-hash.test.ts'],
    bugs: [
      bug(
        'the fields of an object within a list keep their order',
        `return \`[\${input.map(canonical).join(',')}]\``,
        `return \`[\${input.map((one) => (typeof one === 'object' ? JSON.stringify(one) : canonical(one))).join(',')}]\``,
      ),
    ],
  },
  {
    file: 'server/ledger/positions.ts',
    tests: ['server/ledger/positions.test.ts'],
    bugs: [
      bug('a transfer of an hour ago is recent', `now() - interval '1 minute' as`, `now() - interval '1 hour' as`),
    ],
  },
  {
    file: 'server/ledger/record-filter.ts',
    tests: ['server/features/wallet/movement-filters.test.ts'],
    bugs: [
      bug(
        'a search finds references by their letter case',
        'starts_with(upper(t.reference), upper($6))',
        'starts_with(t.reference, upper($6))',
      ),
    ],
  },
  {
    file: 'server/ledger/statement.ts',
    tests: ['server/features/wallet/records.test.ts'],
    bugs: [
      bug(
        'a member opens the record of the house’s side',
        'and case $4::integer when 0 then from_account else to_account end > 0',
        'and $4::integer >= 0',
      ),
    ],
  },
]);
