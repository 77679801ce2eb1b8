import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { Bulkhead } from './bulkhead.ts';
import { putHelperThreadsBehind } from './helper-threads.ts';

/** argon2id with 19 MiB, two passes, one lane: the first recommendation of the OWASP password storage cheat sheet. */
const strength = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 };

/** Half a second of waiting on an idle machine; who comes after that is better told to try again. */
const queuedPerCheck = 24;

export interface PasswordGate {
  hash(password: string): Promise<string>;
  /**
   * Runs `work` inside the bulkhead. A check costs some 15 ms of a core: without the bound a flood of sign-ins would take the
   * processor from every other call. Throws `serverBusy` when the queue is full.
   */
  run<Result>(work: (verifier: PasswordVerifier) => Promise<Result>): Promise<Result>;
  /** Throws `serverBusy` when the queue is full: asked before anything else, so that a flood does not reach the database. */
  requireRoom(): void;
}

export interface PasswordVerifier {
  /** Whether the password is the one of the hash. Without a hash (no such member) it takes the same time and says no. */
  matches(passwordHash: string | undefined, password: string): Promise<boolean>;
}

export interface PasswordGateOptions {
  readonly concurrencyMax?: number;
  readonly queueMax?: number;
}

/** Opens the gate. The dummy hash that unknown names are checked against is made once, with the same strength. */
export async function openPasswordGate(options: PasswordGateOptions = {}): Promise<PasswordGate> {
  const concurrencyMax = options.concurrencyMax ?? Math.max(1, Math.floor(availableParallelism() / 2));
  const bulkhead = new Bulkhead(concurrencyMax, options.queueMax ?? queuedPerCheck * concurrencyMax);
  const nobodysHash = await hash('nobody has this password', strength);
  putHelperThreadsBehind();
  const verifier: PasswordVerifier = {
    async matches(passwordHash, password) {
      const matched = await verify(passwordHash ?? nobodysHash, password);
      return matched && passwordHash !== undefined;
    },
  };
  return {
    hash: (password) => bulkhead.run(() => hash(password, strength)),
    run: (work) => bulkhead.run(() => work(verifier)),
    requireRoom: () => bulkhead.requireRoom(),
  };
}
