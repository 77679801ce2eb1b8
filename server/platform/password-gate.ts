import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { Bulkhead } from './bulkhead.ts';
import { putHelperThreadsBehind } from './helper-threads.ts';
import { isTurnOfMember } from './network.ts';

/** argon2id with 19 MiB, two passes, one lane: the first recommendation of the OWASP password storage cheat sheet. */
const strength = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 };

/** More checks than there are cores: half of one is waiting for the database to count it, and the threads stand behind other work. */
const checksPerCore = 2;
/** Each holds a connection to the database: with those of members at most half of them. */
const checksMax = 6;
/** Beside those of visitors, who may thus be a flood and no member with a session waits for it. */
const checksOfMembers = 2;
/** Queue bound: half a second of work on an idle machine. */
const queuedPerCore = 24;

/**
 * Queues password checks by group: the network (`turnOf`) of a visitor, the member (`turnOfMember`) of a session. Groups take turns, visitors
 * and members in a bulkhead each.
 */
export interface PasswordGate {
  hash(group: string, password: string): Promise<string>;
  /**
   * Runs `work` inside the bulkhead. A check takes some 15 ms of a core: without the bound a flood of sign-ins would starve
   * all other calls. Those of one `account`, the group unless it is named, run one at a time, so that each finds the failures of those
   * before it counted. Throws `serverBusy` when the queue is full.
   */
  run<Result>(group: string, work: (verifier: PasswordVerifier) => Promise<Result>, account?: string): Promise<Result>;
  /** Throws `serverBusy` when the queue is full: called first, so that a flood does not reach the database. */
  requireRoom(group: string): void;
}

export interface PasswordVerifier {
  /** Verifies a password. Without a hash (unknown member) it takes the same time and returns false. */
  matches(passwordHash: string | undefined, password: string): Promise<boolean>;
}

export interface PasswordGateOptions {
  /** Of visitors, and of members: how many checks run at once. */
  readonly concurrencyMax?: number;
  readonly queueMax?: number;
}

/** Creates the gate, with a dummy hash of the same strength for unknown names. */
export async function openPasswordGate(options: PasswordGateOptions = {}): Promise<PasswordGate> {
  const cores = availableParallelism();
  const queueMax = options.queueMax ?? queuedPerCore * cores;
  const ofVisitors = new Bulkhead(options.concurrencyMax ?? Math.min(checksMax, checksPerCore * cores), queueMax);
  const ofMembers = new Bulkhead(options.concurrencyMax ?? checksOfMembers, queueMax);
  const bulkheadOf = (group: string): Bulkhead => (isTurnOfMember(group) ? ofMembers : ofVisitors);
  const nobodysHash = await hash('nobody has this password', strength);
  putHelperThreadsBehind();
  const verifier: PasswordVerifier = {
    async matches(passwordHash, password) {
      const matched = await verify(passwordHash ?? nobodysHash, password);
      return matched && passwordHash !== undefined;
    },
  };
  return {
    hash: (group, password) => bulkheadOf(group).run(group, () => hash(password, strength)),
    run: (group, work, account = group) => bulkheadOf(group).run(group, () => work(verifier), account),
    requireRoom: (group) => bulkheadOf(group).requireRoom(group),
  };
}
