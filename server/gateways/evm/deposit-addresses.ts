import { createHash, ECDH } from 'node:crypto';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { HDKey, publicKeyToAddress } from 'viem/accounts';

/** A member's deposit address, and the block from which transfers to it are theirs. */
export interface Receiving {
  readonly memberId: bigint;
  readonly issuedAfter: number;
}

export interface DepositAddresses {
  /** The member's address, with its checksum. */
  of(memberId: bigint): Promise<string>;
  /** The owners of those addresses, including addresses derived from an earlier key. */
  membersAt(addresses: readonly string[]): Promise<Map<string, Receiving>>;
  /** Every address the member was given. */
  allOf(memberId: bigint): Promise<Map<string, Receiving>>;
}

export interface AddressDependencies {
  readonly tables: Kysely<unknown>;
  readonly chainId: number;
  readonly xpub: string;
  /** The last block whose transfers to a newly assigned address are not the member's. */
  readonly beforeNow: () => Promise<number>;
}

/** Throws for an invalid key. */
export function openDepositAddresses({ tables, chainId, xpub, beforeNow }: AddressDependencies): DepositAddresses {
  const external = externalChainOf(xpub);
  const account = createHash('sha256').update(xpub).digest('hex').slice(0, 16);
  const receivingWhere = async (condition: RawBuilder<unknown>): Promise<Map<string, Receiving>> => {
    const { rows } = await sql<Receiving & { readonly address: string }>`
      select address, member_id as "memberId", issued_after::float8 as "issuedAfter" from deposit_address
      where chain_id = ${chainId} and ${condition}`.execute(tables);
    return new Map(rows.map(({ address, ...receiving }) => [address, receiving]));
  };
  return {
    async of(memberId) {
      const [given] = await receivingWhere(sql`member_id = ${memberId} and account = ${account}`);
      if (given) return given[0];
      const address = addressAt(external, memberId);
      await sql`
        insert into deposit_address (member_id, chain_id, address, account, issued_after)
        values (${memberId}, ${chainId}, ${address}, ${account}, ${await beforeNow()})
        on conflict (member_id, chain_id, account) do nothing`.execute(tables);
      return address;
    },
    async membersAt(addresses) {
      if (addresses.length === 0) return new Map();
      return await receivingWhere(sql`address = any(${[...new Set(addresses)]})`);
    },
    allOf: (memberId) => receivingWhere(sql`member_id = ${memberId}`),
  };
}

const hardenedFrom = 2n ** 31n;

/** Bits of a member's id that number the members of one cell; each cell has a database and an extended key of its own. */
const cellBits = 40;

/** The address of a member: child 0/<n> of the account, n the member's number in the cell, where wallets look (m/44'/60'/0'/0/<n>). */
function addressAt(external: HDKey, memberId: bigint): string {
  const number = BigInt.asUintN(cellBits, memberId);
  if (memberId < 0n || number >= hardenedFrom)
    throw new RangeError(`member ${memberId} is beyond the addresses of one key`);
  const { publicKey } = external.deriveChild(Number(number));
  if (!publicKey) throw new Error('the extended key has no public key');
  return publicKeyToAddress(`0x${ECDH.convertKey(publicKey, 'secp256k1', undefined, 'hex', 'uncompressed')}`);
}

function externalChainOf(xpub: string): HDKey {
  let key: HDKey;
  try {
    key = HDKey.fromExtendedKey(xpub);
  } catch {
    throw new Error('EVM_XPUB is no extended public key: its checksum is wrong. Copy it again.');
  }
  if (key.privateKey !== null)
    throw new Error('EVM_XPUB is a private key. Give the public one: this server never spends.');
  return key.deriveChild(0);
}
