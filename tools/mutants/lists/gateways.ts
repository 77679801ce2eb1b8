import { bug, mutantsOf } from '../mutant.ts';

/** The ways to a chain, to drand and out of the house. */
export const gateways = mutantsOf('market', [
  {
    file: 'server/gateways/beacon/drand-beacon.ts',
    tests: ['server/gateways/beacon/drand-beacon.test.ts'],
    bugs: [bug('drand servers are still asked after one has answered', '        found.abort();\n', '')],
  },
  {
    file: 'server/gateways/evm/deposit-addresses.ts',
    tests: ['server/gateways/evm/deposit-addresses.test.ts'],
    bugs: [bug('a member gets the address of an earlier extended key', ' and account = ${account}`);', '`);')],
  },
  {
    file: 'server/gateways/evm/rail-evm.ts',
    tests: ['server/gateways/evm/read-chain.test.ts'],
    bugs: [
      bug(
        'a new address takes transfers only from the checkpoint on',
        'checkpoint.number - confirmations;',
        'checkpoint.number;',
      ),
    ],
  },
  {
    file: 'server/gateways/evm/chain-store.ts',
    tests: ['server/gateways/evm/chain-store.test.ts'],
    bugs: [
      bug(
        'transfers beyond the new checkpoint are dropped as missing',
        ' and block_number <= coalesce(${upTo ?? null}, block_number)`',
        ' and ${upTo ?? null}::bigint is distinct from -1`',
      ),
      bug(
        'two nodes that read the same blocks of two forks both move the checkpoint',
        ' and block_hash = ${from.hash}`',
        '`',
      ),
    ],
  },
  {
    file: 'server/gateways/evm/read-chain.ts',
    tests: ['server/gateways/evm/read-chain.test.ts'],
    bugs: [
      bug(
        'a range that was rewritten while it was read is taken',
        'return transfers && isSame ? {',
        'return transfers ? {',
      ),
      bug(
        'a rewrite that reaches credited transfers is a warning only',
        "depth >= confirmations ? 'error' : 'warn'",
        "depth > confirmations ? 'error' : 'warn'",
      ),
      bug(
        'a node that lags is taken for a rewritten chain',
        'return known?.number === newest.number && known.hash === newest.hash;',
        'return false;',
      ),
    ],
  },
  {
    file: 'server/gateways/evm/find-transaction.ts',
    tests: ['server/gateways/evm/read-chain.test.ts'],
    bugs: [
      bug(
        'a transaction found by a member gets its block back after it was credited',
        ' and chain_transfer.outcome is null`',
        '`',
      ),
    ],
  },
  {
    file: 'server/gateways/evm/read-chain.ts',
    tests: ['server/gateways/evm/rail-evm.test.ts'],
    bugs: [
      bug(
        'transfers in the block after which an address was issued are credited',
        'transfer.blockNumber <= receiving.issuedAfter',
        'transfer.blockNumber < receiving.issuedAfter',
      ),
    ],
  },
  {
    file: 'server/gateways/evm/incoming-transfers.ts',
    tests: ['server/gateways/evm/rail-evm.test.ts'],
    bugs: [
      bug(
        'a member who looks a transaction up sees the transfers in it to others',
        ' and member_id = ${memberId} order by place',
        ' order by place',
      ),
    ],
  },
  {
    file: 'server/gateways/payout-sandbox.ts',
    tests: ['server/gateways/payout-sandbox.test.ts'],
    bugs: [
      bug('a payout to an address of nobody never ends', "return 'failed';", "return 'sent';"),
      bug('a simulated payout is done at once', 'now >= sentAt + paidAfterMs', 'now >= sentAt'),
    ],
  },
  {
    file: 'server/gateways/beacon/market-beacon.ts',
    tests: ['server/gateways/beacon/market-beacon.test.ts'],
    bugs: [
      bug(
        'an answer that the caller gave up is still taken as the beacon',
        'if (!candle || signal.aborted) return null;',
        'if (!candle) return null;',
      ),
    ],
  },
  {
    file: 'server/gateways/evm/read-chain.ts',
    tests: ['server/gateways/evm/read-pace.test.ts'],
    bugs: [
      bug(
        'a node that refuses a large range is asked for the same one for ever',
        'Math.max(2, Math.floor(pace.blocksAtOnce / 2))',
        'pace.blocksAtOnce',
      ),
    ],
  },
]);
