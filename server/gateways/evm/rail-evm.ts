import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import { usdt } from '#core/money/amount.ts';
import type { DepositChannel, TransferRail } from '#server/features/deposits/deposit-rail.ts';
import type { EvmSettings } from '#server/platform/evm-settings.ts';
import { withLock } from '#server/platform/locks.ts';
import type { Log } from '#server/platform/log.ts';
import { ChainRefused } from './allowed-chains.ts';
import { ChainUnavailable, openChainNode } from './chain-node.ts';
import { beginWatching, CheckpointMoved, readWatched, type StoredTransfer, watchedChains } from './chain-store.ts';
import { openDepositAddresses } from './deposit-addresses.ts';
import { findTransaction } from './find-transaction.ts';
import { finishTransfer, lostTransfers, type ReadingOfTransfers, unfinishedTransfers } from './incoming-transfers.ts';
import { type MetChain, meetChain, requireSameChain } from './meet-chain.ts';
import { type FoundChanges, newPace, type ReadDependencies, readChain } from './read-chain.ts';

export interface EvmRailDependencies {
  readonly pool: pg.Pool;
  readonly settings: EvmSettings;
  readonly log: Log;
}

const pollEveryMs = 2_000;
/** How long the chain's head may be unread until the rail counts as degraded, and as down. Wall time. */
const behindAfterMs = 30_000;
const downAfterMs = 10 * 60_000;
const transfersPerPage = 50;

/**
 * Deposits as transfers of a test token on a development chain or a public test network. Addresses come from an extended public
 * key: only the holder of the private key can spend deposits, this server cannot.
 */
export async function openEvmRail({ pool, settings, log }: EvmRailDependencies): Promise<TransferRail> {
  const tables = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  const node = openChainNode(settings.rpcUrl, settings.token);
  const chain = await meetChain(node, settings, await watchedChains(tables), log);
  const { chainId } = chain;
  const { confirmations } = settings;
  if (chain.startHash !== null) await beginWatching(tables, chain, chain.startHash);
  const beforeNow = async () => (await readWatched(tables, chainId)).checkpoint.number - confirmations;
  const addresses = openDepositAddresses({ tables, chainId, xpub: settings.xpub, beforeNow });
  const reading: ReadingOfTransfers = { tables, chainId, confirmations };
  const requireSame = () => requireSameChain(node, chain);
  const dependencies: ReadDependencies = {
    ...reading,
    node,
    addresses,
    startedAfter: chain.startedAfter,
    requireSameChain: requireSame,
    log,
  };
  const read = reader(dependencies, log);
  await reportLost(reading, log);

  return {
    kind: 'transfers',
    channels: [channelOf(chain, confirmations)],
    pollEveryMs,
    addressOf: (memberId) => addresses.of(memberId),
    async takeIn(handle) {
      const done = await withLock(pool, 'chainReader', async () => {
        await read();
        for (let page = await unfinishedTransfers(reading, null, transfersPerPage); page.length > 0; ) {
          await handle(page);
          page = await unfinishedTransfers(reading, page.at(-1) ?? null, transfersPerPage);
        }
        return true;
      });
      return done ?? false;
    },
    async finish(transfer, outcome) {
      const lost = await finishTransfer(reading, transfer, outcome);
      if (lost) await reportLost(reading, log, [lost]);
    },
    async find(memberId, hash) {
      try {
        await requireSame();
        return await findTransaction({ ...reading, node, addresses }, memberId, hash);
      } catch (error) {
        if (!isAway(error)) throw error;
        log.warn({ err: error }, 'a transaction could not be looked up');
        return 'chainUnavailable';
      }
    },
    async behindSince() {
      const { readAt } = await readWatched(tables, chainId);
      return Date.now() - readAt > behindAfterMs ? readAt : null;
    },
    async probe() {
      const behindMs = Date.now() - (await readWatched(tables, chainId)).readAt;
      if (behindMs > downAfterMs)
        throw new Error(`the chain was not read for ${Math.round(behindMs / 60_000)} minutes`);
      return behindMs > behindAfterMs ? 'degraded' : 'up';
    },
  };
}

function channelOf({ chainId, name, token }: MetChain, confirmationsNeeded: number): DepositChannel {
  return {
    id: `evm-${chainId}`,
    name: `Test USDT, ${name}`,
    minimum: usdt(100_000_000n),
    maximum: usdt(100_000_000_000n),
    confirmationsNeeded,
    network: { name, chainId, token },
  };
}

const isAway = (error: unknown): boolean => error instanceof ChainUnavailable || error instanceof ChainRefused;

/**
 * Reads new blocks. While the node does not respond, or is on another chain, the stored state is kept; an outage is logged once when it
 * begins and once when it ends.
 */
function reader(dependencies: ReadDependencies, log: Log): () => Promise<void> {
  const pace = newPace();
  let isOut = false;
  return async () => {
    const found: FoundChanges = { lost: [], returned: [] };
    try {
      await readChain(dependencies, pace, found);
      if (isOut) log.info('the chain is reachable again');
      isOut = false;
    } catch (error) {
      // Another node has read the same blocks meanwhile.
      if (error instanceof CheckpointMoved) return;
      if (!isAway(error)) throw error;
      if (!isOut) log.error({ err: error }, 'the chain cannot be read: deposits wait until it can');
      isOut = true;
    } finally {
      if (found.lost.length > 0) await reportLost(dependencies, log, found.lost);
      for (const one of found.returned)
        log.warn({ transfer: worded(one) }, 'a transfer that was lost to a reorganisation is back');
    }
  };
}

const lostNamedMax = 100;

/** A credited deposit is never reversed automatically: an operator must decide. */
async function reportLost(reading: ReadingOfTransfers, log: Log, among?: readonly StoredTransfer[]): Promise<void> {
  const names = among && new Set(among.map(worded));
  const lost = (await lostTransfers(reading, lostNamedMax)).map(worded).filter((name) => names?.has(name) ?? true);
  if (lost.length > 0) log.fatal({ lost }, 'credited deposits whose transfer was lost to a reorganisation');
}

const worded = ({ memberId, transactionHash, place, amount }: StoredTransfer) =>
  `${transactionHash}:${place} of member ${memberId}, ${amount} micro USDT`;
