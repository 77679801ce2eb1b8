import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import { usdt } from '#core/money/amount.ts';
import type { DepositChannel, TransferRail } from '#server/features/deposits/deposit-rail.ts';
import type { EvmSettings } from '#server/platform/evm-settings.ts';
import { withLock } from '#server/platform/locks.ts';
import type { Log } from '#server/platform/log.ts';
import { ChainRefused } from './allowed-chains.ts';
import { type Arrivals, openArrivals } from './arrivals.ts';
import { ChainUnavailable, openChainNode } from './chain-node.ts';
import {
  type ChainTables,
  CheckpointMoved,
  openChainStore,
  type StoredTransfer,
  watchedChains,
} from './chain-store.ts';
import { openDepositAddresses } from './deposit-addresses.ts';
import { findTransaction } from './find-transaction.ts';
import { type MetChain, meetChain, requireSameChain } from './meet-chain.ts';
import { newPace, type ReadDependencies, readChain } from './read-chain.ts';

export interface EvmRailDependencies {
  readonly pool: pg.Pool;
  readonly settings: EvmSettings;
  readonly log: Log;
}

const lookEveryMs = 2_000;
/** A chain that was not read to its end for so long is behind; for longer, it is down. Wall time. */
const behindAfterMs = 30_000;
const downAfterMs = 10 * 60_000;
const arrivalsPerPage = 50;
/** How far back blocks are kept for the case that the chain is rewritten, in multiples of what a deposit waits for. */
const keptDepths = 20;

/**
 * Deposits as transfers of a test token on a development chain or a public test network. Addresses come from an extended public
 * key: whoever holds the private one can move what came in, this server cannot.
 */
export async function openEvmRail({ pool, settings, log }: EvmRailDependencies): Promise<TransferRail> {
  const tables = new Kysely<ChainTables>({ dialect: new PostgresDialect({ pool }) });
  const node = openChainNode(settings.rpcUrl, settings.token);
  const chain = await meetChain(node, settings, await watchedChains(tables), log);
  const { chainId } = chain;
  const { confirmations } = settings;
  const store = openChainStore(tables, chainId, keptDepths * confirmations);
  if (chain.startHash !== null) await store.begin(chain, chain.startHash);
  const beforeNow = async () => (await store.checkpoint()).number - confirmations;
  const addresses = openDepositAddresses({ tables, chainId, xpub: settings.xpub, beforeNow });
  const arrivals = openArrivals(tables, chainId, confirmations);
  const requireSame = () => requireSameChain(node, chain);
  const dependencies: ReadDependencies = {
    node,
    store,
    addresses,
    confirmations,
    startedAfter: chain.startedAfter,
    requireSameChain: requireSame,
    log,
  };
  const read = reader(dependencies, arrivals, log);
  await tellOfLost(arrivals, log);

  return {
    kind: 'transfers',
    channels: [channelOf(chain, confirmations)],
    lookEveryMs,
    addressOf: (memberId) => addresses.of(memberId),
    async takeIn(handle) {
      const done = await withLock(pool, 'chainReader', async () => {
        await read();
        for (let page = await arrivals.unfinished(null, arrivalsPerPage); page.length > 0; ) {
          await handle(page);
          page = await arrivals.unfinished(page.at(-1) ?? null, arrivalsPerPage);
        }
        return true;
      });
      return done ?? false;
    },
    finish: (transfer, outcome) => arrivals.finish(transfer, outcome),
    async find(memberId, hash) {
      try {
        await requireSame();
        return await findTransaction({ tables, chainId, node, store, addresses, arrivals }, memberId, hash);
      } catch (error) {
        if (!isAway(error)) throw error;
        log.warn({ err: error }, 'a transaction could not be looked up');
        return 'chainUnavailable';
      }
    },
    async behindSince() {
      const readAt = await store.readAt();
      return Date.now() - readAt > behindAfterMs ? readAt : null;
    },
    async probe() {
      const behindMs = Date.now() - (await store.readAt());
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
 * Reads the chain on. A node that does not answer, or answers for another chain, leaves what is known as it is: said once when it
 * begins and once when it is over.
 */
function reader(dependencies: ReadDependencies, arrivals: Arrivals, log: Log): () => Promise<void> {
  const pace = newPace();
  let isOut = false;
  return async () => {
    try {
      const { lost, returned } = await readChain(dependencies, pace);
      if (isOut) log.info('the chain is read again');
      isOut = false;
      if (lost.length > 0) await tellOfLost(arrivals, log, lost);
      for (const one of returned) log.warn({ transfer: worded(one) }, 'a transfer that the chain had lost is back');
    } catch (error) {
      // Another node went on from the same place: it has done what was to be done.
      if (error instanceof CheckpointMoved) return;
      if (!isAway(error)) throw error;
      if (!isOut) log.error({ err: error }, 'the chain cannot be read: deposits stay where they are until it can');
      isOut = true;
    }
  };
}

const lostNamedMax = 100;

/** Nothing credited is taken back by a machine: people have to know. */
async function tellOfLost(arrivals: Arrivals, log: Log, among?: readonly StoredTransfer[]): Promise<void> {
  const names = among && new Set(among.map(worded));
  const lost = (await arrivals.lost(lostNamedMax)).map(worded).filter((name) => names?.has(name) ?? true);
  if (lost.length > 0) log.fatal({ lost }, 'credited deposits whose transfer the chain has lost');
}

const worded = ({ memberId, transactionHash, place, amount }: StoredTransfer) =>
  `${transactionHash}:${place} of member ${memberId}, ${amount} micro USDT`;
