import { LRUCache } from 'lru-cache';

/** How long an account that called counts for its network. */
const preferredMs = 60_000;
const networksMax = 10_000;
const accountsMax = 64;
/** A session that many machines share makes some of their networks preferred, not all. */
const networksOfAccountMax = 4;
const allAccountsMax = 50_000;

/** Connections that one account's phones and browsers open. */
const connectionsOfAccount = 8;

/** Networks that signed-in callers use, with how many connections of each are handled at once: a few for every account. */
export class PreferredNetworks {
  readonly #networks = new LRUCache<string, Map<string, number>>({ max: networksMax, ttl: preferredMs });
  /** Until when each network of an account counts. */
  readonly #ofAccount = new LRUCache<string, Map<string, number>>({ max: allAccountsMax, ttl: preferredMs });

  /** Notes a call of a signed-in account. */
  note(network: string, account: string): void {
    if (!this.#isAmongOwn(network, account)) return;
    const accounts = this.#networks.get(network) ?? new Map<string, number>();
    accounts.delete(account);
    const [oldest] = accounts.keys();
    if (accounts.size >= accountsMax && oldest !== undefined) accounts.delete(oldest);
    accounts.set(account, Date.now() + preferredMs);
    this.#networks.set(network, accounts);
  }

  /** Connections of the network that are handled at once. */
  allowed(network: string): number {
    const accounts = this.#networks.get(network);
    if (accounts === undefined) return 0;
    // The longest unheard of first.
    for (const [account, untilMs] of accounts) {
      if (untilMs > Date.now()) break;
      accounts.delete(account);
    }
    return accounts.size * connectionsOfAccount;
  }

  /** Notes that an account uses a network, unless it has been using several others. */
  #isAmongOwn(network: string, account: string): boolean {
    const own = this.#ofAccount.get(account) ?? new Map<string, number>();
    if (own.size >= networksOfAccountMax && !own.has(network)) {
      for (const [other, untilMs] of own) if (untilMs <= Date.now()) own.delete(other);
      if (own.size >= networksOfAccountMax) return false;
    }
    own.set(network, Date.now() + preferredMs);
    this.#ofAccount.set(account, own);
    return true;
  }
}
