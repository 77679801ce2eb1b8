import { Kysely, PostgresDialect } from 'kysely';
import { pino } from 'pino';
import { usdt } from '#core/money/amount.ts';
import { depositFromWallet } from '#server/features/deposits/deposit-from-wallet.ts';
import type { TransferRail } from '#server/features/deposits/deposit-rail.ts';
import { followTransfers } from '#server/features/deposits/follow-transfers.ts';
import { listDeposits } from '#server/features/deposits/list-deposits.ts';
import { requestDeposit } from '#server/features/deposits/request-deposit.ts';
import { checkTrialBalance } from '#server/ledger/check-trial-balance.ts';
import { openLedger } from '#server/ledger/ledger.ts';
import { createTestDatabase } from '#server/platform/database/test-database.ts';
import type { EvmSettings } from '#server/platform/evm-settings.ts';
import type { Log } from '#server/platform/log.ts';
import { createTestClock } from '#server/platform/test-clock.ts';
import { developmentXpub, startChain } from './chain.fixture.ts';
import type { ChainNode } from './chain-node.ts';
import { openDepositAddresses } from './deposit-addresses.ts';
import type { FindDependencies } from './find-transaction.ts';
import { openNodeProxy } from './node-proxy.fixture.ts';
import { openEvmRail } from './rail-evm.ts';

export type World = Awaited<ReturnType<typeof openWorld>>;
export type WalletNode = Awaited<ReturnType<World['openNode']>>;

export const confirmations = 3;

/** The private key of the public one; both come from the public mnemonic. */
export const developmentXprv =
  'xprv9yeny6n2dNUokQFykGoZU6BDLeKbEBUoBeCFe2VF6MXdrHrprMYRc4tddncDRxrJCy7GtPDk68zRcgWtGFveqdCV5NyhZwVgMoZVbTm78vx';

/** A real chain with a real token, a database, and the deposits feature on any number of nodes. */
export async function openWorld() {
  const [chain, database] = await Promise.all([startChain(), createTestDatabase()]);
  const way = await openNodeProxy(chain.url);
  const token = await chain.deployToken();
  const clock = createTestClock(Date.UTC(2026, 0, 1));
  const said: { readonly level: number; readonly msg: string }[] = [];
  const log: Log = pino({ level: 'info' }, { write: (line: string) => void said.push(JSON.parse(line)) });
  const { pool } = database;
  const tables = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  const settings: EvmSettings = {
    kind: 'evm',
    rpcUrl: way.url,
    chainId: null,
    token,
    xpub: developmentXpub,
    confirmations,
  };
  const ledger = openLedger({ pool, clock });
  let lastMember = 0n;

  /** One node of the app, with overrides. */
  async function openNode(
    changes: Partial<EvmSettings> = {},
    disturb: (rail: TransferRail) => TransferRail = (rail) => rail,
  ) {
    const rail = disturb(await openEvmRail({ pool, settings: { ...settings, ...changes }, log }));
    const images = { give: async () => undefined };
    const guard = { requireNotExcluded: async () => undefined };
    const dependencies = { tables, rail, images, guard, ledger, clock, log };
    const [channel] = rail.channels;
    if (!channel) throw new Error('the rail has no channel');
    return {
      rail,
      /** Polls once and returns how many deposits moved. */
      look: () => followTransfers({ ...dependencies, memberEvents: { publish: async () => undefined } }),
      request: (memberId: bigint, units: number) => {
        // Requests are ordered by time.
        clock.advance(1);
        return requestDeposit(dependencies, memberId, { channel: channel.id, amount: micro(units) }, null);
      },
      find: (memberId: bigint, hash: string) =>
        depositFromWallet(dependencies, memberId, { channel: channel.id, hash }),
      /** Newest first, as "state confirmations amount". */
      statuses: async (memberId: bigint) =>
        (await listDeposits(tables, rail, memberId, null)).map(
          ({ state, confirmations: count, amount, reason }) =>
            `${state} ${count} ${Number(amount) / 1e6}${reason === null ? '' : ` ${reason}`}`,
        ),
    };
  }

  return {
    chain,
    way,
    token,
    pool,
    owner: database.owner,
    said,
    settings,
    openNode,
    /** Dependencies of `findTransaction`, with another node than the chain's. */
    findDependencies(node: ChainNode): FindDependencies {
      const [chainId, chainTables] = [31_337, new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })];
      const rail = { tables: chainTables, chainId, confirmations };
      const addresses = openDepositAddresses({ ...rail, xpub: developmentXpub, beforeNow: async () => 0 });
      return { ...rail, node, addresses };
    },
    async newMember(): Promise<bigint> {
      const memberId = ++lastMember;
      await pool.query('select ledger.open_member($1)', [memberId]);
      return memberId;
    },
    /** Mints `units` of USDT to the address and mines the transaction, with blocks on top for the confirmations that are wanted. */
    async pay(address: string, units: number, blocks = 1): Promise<string> {
      const transaction = await chain.mint(token, address, micro(units));
      await chain.send(transaction);
      await chain.mine(blocks);
      return transaction.hash;
    },
    available: async (memberId: bigint) => Number((await ledger.balancesOf(memberId))?.available ?? 0n) / 1e6,
    booksAreSound: async () => (await checkTrialBalance(pool)).isSound,
    async close() {
      await ledger.close();
      await way.close();
      await chain.stop();
      await database.drop();
    },
  };
}

export const micro = (units: number) => usdt(BigInt(Math.round(units * 1e6)));
