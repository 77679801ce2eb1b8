import { bug, mutantsOf } from '../mutant.ts';

/** What is read of a chain, and what a member looks up there. */
export const chainParts = mutantsOf('market', [
  {
    file: 'server/gateways/evm/incoming-transfers.ts',
    tests: ['server/gateways/evm/chain-store.test.ts'],
    bugs: [
      bug(
        'the transfers of a member are found on every chain that the database read',
        'using (chain_id) where chain_id = ${chainId}`',
        'using (chain_id) where chain_id <> -${chainId}::bigint`',
      ),
      bug(
        'the second transfer of a transaction is left out of the next page',
        '(transaction_hash, place) > (${transactionHash}, ${place})',
        'transaction_hash > ${transactionHash}',
      ),
      bug('a rejected transfer is reported as a credited one that was lost', " and outcome = 'credited'", ''),
      bug(
        'a transfer beyond the checkpoint has a negative number of confirmations',
        'Math.max(0, row.readUpTo - blockNumber + 1)',
        'row.readUpTo - blockNumber + 1',
      ),
      bug(
        'an outcome that comes late is written over the one before',
        ' and place = ${place} and outcome is null',
        ' and place = ${place}',
      ),
    ],
  },
  {
    file: 'server/gateways/evm/rail-evm.ts',
    tests: ['server/gateways/evm/rail-evm.test.ts'],
    bugs: [
      bug(
        'transfers that did not end are handled again in the same look',
        'page = await unfinishedTransfers(reading, page.at(-1) ?? null, transfersPerPage);',
        'page = await unfinishedTransfers(reading, page.at(0) ?? null, transfersPerPage);',
      ),
    ],
  },
  {
    file: 'server/gateways/evm/read-chain.ts',
    tests: ['server/gateways/evm/read-pace.test.ts'],
    bugs: [
      bug(
        'a chain that is still being caught up with counts as read to its head',
        'if (at.number >= newest.number) await markRead(tables, chainId);',
        'await markRead(tables, chainId);',
      ),
      bug(
        'a receipt of another fork is recorded with a block',
        'if (!transfers?.every(({ blockHash }) => blockHash === block.hash)) return null;',
        'if (!transfers) return null;',
      ),
      bug(
        'after a refused range the number of blocks asked for at once is never raised again',
        'pace.blocksAtOnce = Math.min(blocksAtOnceMax, pace.blocksAtOnce * 2);',
        'pace.blocksAtOnce = Math.min(pace.blocksAtOnce, pace.blocksAtOnce * 2);',
      ),
      bug(
        'a range is read although its last block changed meanwhile',
        'const isSame = (await node.block(upTo))?.hash === last.hash;',
        'const isSame = (await node.block(upTo))?.number === upTo;',
      ),
    ],
  },
  {
    file: 'server/gateways/evm/find-transaction.ts',
    tests: ['server/gateways/evm/rail-evm.test.ts', 'server/gateways/evm/lost-transfers.test.ts'],
    bugs: [
      bug(
        'a look-up at a node on another fork takes a transfer out of the block that was read',
        'chain_transfer.block_number is null and chain_transfer.outcome is null',
        'chain_transfer.outcome is null',
      ),
      bug('a look-up records a block that the reader has passed meanwhile', '\n      for share`', '`'),
    ],
  },
  {
    file: 'server/gateways/evm/incoming-transfers.ts',
    tests: ['server/gateways/evm/lost-transfers.test.ts'],
    bugs: [
      bug(
        'a loss is not noted where the credit was noted after it',
        'case when block_number is null then now() end',
        'null::timestamptz',
      ),
      bug('beside a hundred earlier losses a new one is not reported', 'order by lost_at desc', 'order by lost_at'),
    ],
  },
  {
    file: 'server/features/deposits/follow-transfers.ts',
    tests: ['server/gateways/evm/lost-transfers.test.ts'],
    bugs: [
      bug(
        'a credit that its rail did not note before the transfer was lost is never noted',
        "deposit.state === 'confirmed' || deposit.state === 'rejected' ? deposit.state : status.state;",
        'status.state;',
      ),
    ],
  },
  {
    file: 'server/gateways/evm/rail-evm.ts',
    tests: ['server/gateways/evm/lost-transfers.test.ts'],
    bugs: [
      bug(
        'a loss that is found before an outage is not reported',
        'if (found.lost.length > 0) await reportLost',
        'if (!isOut && found.lost.length > 0) await reportLost',
      ),
    ],
  },
  {
    file: 'server/gateways/evm/meet-chain.ts',
    tests: ['server/gateways/evm/rail-evm.test.ts'],
    bugs: [
      bug(
        'a node whose first block is unknown is taken for the same chain',
        `  if (!genesis) throw new ChainUnavailable('the node does not know its first block');
  if (genesis.hash !== genesisHash) {`,
        '  if (genesis && genesis.hash !== genesisHash) {',
      ),
      bug(
        'the reading of a chain begins at its newest block, which may be reorganised away',
        'Math.max(0, newest.number - confirmations)',
        'Math.max(0, newest.number)',
      ),
    ],
  },
  {
    file: 'server/market/market.ts',
    tests: ['server/market/replay/replay-source.test.ts'],
    bugs: [
      bug(
        'candles older than memory begin in the middle of a candle',
        'Math.ceil(Math.max(fromMs, bucketStart(begins, interval)) / length) * length',
        'Math.max(fromMs, bucketStart(begins, interval))',
      ),
    ],
  },
  {
    file: 'server/market/exchange/ingest.ts',
    tests: ['server/market/exchange/ingest.test.ts'],
    bugs: [
      bug(
        'a coin whose exchange stands still is asked for without a pause',
        'const behind = forming.openTime > since && seenAt - forming.openTime > 2 * minuteMs;',
        'const behind = seenAt - forming.openTime > 2 * minuteMs;',
      ),
    ],
  },
  {
    file: 'server/gateways/evm/rail-evm.ts',
    tests: ['server/gateways/evm/read-chain.test.ts'],
    bugs: [
      bug(
        'the rail is called degraded from the moment that a read is late by a second',
        "return behindMs > behindAfterMs ? 'degraded' : 'up';",
        "return behindMs > 1_000 ? 'degraded' : 'up';",
      ),
    ],
  },
  {
    file: 'server/gateways/evm/allowed-chains.ts',
    tests: ['server/gateways/evm/allowed-chains.test.ts'],
    bugs: [
      bug(
        'deposits are taken from the Avalanche chain with real money',
        "[43_113, 'Avalanche Fuji']",
        "[43_114, 'Avalanche Fuji']",
      ),
    ],
  },
]);
