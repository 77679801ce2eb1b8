import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** An act of an operator at its place in the log, with everything that its hash covers. */
export interface ChainedAct {
  /** From 1, without gaps. */
  readonly position: bigint;
  readonly id: bigint;
  readonly operator: string;
  readonly role: string;
  readonly act: string;
  readonly subject: string;
  /** The member whom it touches. */
  readonly memberId: bigint | null;
  readonly reason: string;
  /** A JSON object, as it is stored. */
  readonly detail: string;
  /** Wall time in ms. */
  readonly at: number;
}

/** The hash that the first act follows, in hex. */
export const noActBefore = '0'.repeat(64);

/** SHA-256 in hex over the hash before and the act, as one line of JSON: what the next act follows. */
export function hashOfAct(before: string, act: ChainedAct): string {
  const { position, id, operator, role, act: done, subject, memberId, reason, detail, at } = act;
  const member = memberId === null ? null : String(memberId);
  const fields = [String(position), String(id), operator, role, done, subject, member, reason, detail, at];
  return bytesToHex(sha256(utf8ToBytes(`clearlot operator act 1\n${before}\n${JSON.stringify(fields)}\n`)));
}

/** The log up to and with one act: as it is published with each proof of liabilities. */
export interface LogHead {
  readonly position: bigint;
  /** In hex; `noActBefore` at position 0. */
  readonly hash: string;
}

/** The head of a log without acts. */
export const emptyLog: LogHead = { position: 0n, hash: noActBefore };

/**
 * What is wrong with the log at a position: an act is missing (`gap`), its hash is not that of the act and all before it (`hash`), or it is
 * not the head that was published (`published`).
 */
export interface LogFault {
  readonly kind: 'gap' | 'hash' | 'published';
  readonly position: bigint;
  readonly claimed: string;
  readonly expected: string;
}

/** Whether the act follows the head: the head after it, and the fault if there is one. */
export function follow(
  head: LogHead,
  act: ChainedAct,
  claimed: string,
): { readonly head: LogHead; readonly fault: LogFault | null } {
  const next = head.position + 1n;
  const expected = hashOfAct(head.hash, act);
  const after = { position: act.position, hash: claimed };
  if (act.position !== next) {
    return {
      head: after,
      fault: { kind: 'gap', position: next, claimed: String(act.position), expected: String(next) },
    };
  }
  if (claimed !== expected) return { head: after, fault: { kind: 'hash', position: next, claimed, expected } };
  return { head: after, fault: null };
}
