import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { Bulkhead } from './bulkhead.ts';
import { putHelperThreadsBehind } from './helper-threads.ts';

/** argon2id with 19 MiB, two passes, one lane: the first recommendation of the OWASP password storage cheat sheet. */
const strength = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 };

/** More checks than there are cores: half of one is waiting for the database to count it, and the threads stand behind other work. */
const checksPerCore = 2;
/** Each holds a connection to the database: at most half of them. */
const checksMax = 8;
/** Queue bound: half a second of work on an idle machine. */
const queuedPerCore = 24;

/** Queues password checks by group: the network (`turnOf`) of a visitor, the member of a session. Groups take turns. */
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
  readonly concurrencyMax?: number;
  readonly queueMax?: number;
}

/** Creates the gate, with a dummy hash of the same strength for unknown names. */
export async function openPasswordGate(options: PasswordGateOptions = {}): Promise<PasswordGate> {
  const cores = availableParallelism();
  const concurrencyMax = options.concurrencyMax ?? Math.min(checksMax, checksPerCore * cores);
  const bulkhead = new Bulkhead(concurrencyMax, options.queueMax ?? queuedPerCore * cores);
  const nobodysHash = await hash('nobody has this password', strength);
  putHelperThreadsBehind();
  const verifier: PasswordVerifier = {
    async matches(passwordHash, password) {
      const matched = await verify(passwordHash ?? nobodysHash, password);
      return matched && passwordHash !== undefined;
    },
  };
  return {
    hash: (group, password) => bulkhead.run(group, () => hash(password, strength)),
    run: (group, work, account = group) => bulkhead.run(group, () => work(verifier), account),
    requireRoom: (group) => bulkhead.requireRoom(group),
  };
}
