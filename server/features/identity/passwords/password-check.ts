import type { Kysely } from 'kysely';
import type { PasswordVerifier } from '#server/platform/password-gate.ts';
import {
  type Attempt,
  type CountedCheckDependencies,
  countedCheck,
} from '#server/platform/sign-in-failures/counted-check.ts';
import type { FailureSubject } from '#server/platform/sign-in-failures/sign-in-failure-store.ts';
import type { UsedProof } from '../factors/factor-check.ts';
import { findMember, type StoredMember } from '../members/member-store.ts';

export interface PasswordCheckDependencies extends CountedCheckDependencies {
  readonly tables: Kysely<unknown>;
  /** Called when a member has used the login password or a factor, which is thus not lost. */
  readonly proofUsed: (memberId: bigint, proof: UsedProof) => Promise<void>;
}

/** The result of a password check. */
export interface PasswordVerdict {
  /** Undefined for an unknown name. */
  readonly member: StoredMember | undefined;
  readonly matches: boolean;
}

/** Checks a login password behind the lock-out. */
export async function checkPassword(
  dependencies: PasswordCheckDependencies,
  subjects: readonly FailureSubject[],
  verifier: PasswordVerifier,
  { password, ...attempt }: Attempt & { readonly password: string },
): Promise<PasswordVerdict> {
  const verdict = await countedCheck(dependencies, subjects, attempt, async () => {
    const member = await findMember(dependencies.tables, attempt.username);
    return { member, matches: await verifier.matches(member?.passwordHash, password) };
  });
  if (verdict.member && verdict.matches) await dependencies.proofUsed(verdict.member.id, 'password');
  return verdict;
}
