import type { ErrorCode } from '#contract/errors.ts';
import type { Operation } from '#contract/operation.ts';
import { failureOf } from '../database/database-failure.ts';
import { type Refusal, refusalOf } from '../refusal.ts';
import type { Session } from '../session.ts';

/** What operations that name an account say where there is none: the first of these that the operation lists. */
const unknownCodes: readonly ErrorCode[] = [
  'memberUnknown',
  'chatUnknown',
  'approvalOver',
  'wrongCredentials',
  'resetRefused',
  'passkeyRefused',
  'captchaWrong',
];

interface Deletions {
  /** Whether the member's account is deleted, by the database. */
  readonly isDeleted?: (memberId: bigint) => Promise<boolean>;
}

/**
 * The refusal for a call that failed because an account was deleted while it was under way: the caller's own, whose session has ended
 * with it, or one that the call names, which is unknown from then on. Null for any other failure.
 */
export async function refusalOfDeletion(
  error: unknown,
  { access, errors }: Pick<Operation, 'access' | 'errors'>,
  member: Session | null,
  { isDeleted }: Deletions,
): Promise<Refusal | null> {
  const failure = failureOf(error);
  if (access === 'member' && member !== null) {
    // What is read of a deleted account can fail as well, in as many ways as there are reads.
    const asked = failure === undefined || failure === 'refused' ? isDeleted?.(member.memberId) : undefined;
    const isOwn = failure === 'deleted' || (await asked?.catch(() => false)) === true;
    return isOwn ? refusalOf('sessionExpired') : null;
  }
  if (failure !== 'deleted') return null;
  const code = unknownCodes.find((one) => errors.includes(one));
  return code === undefined ? null : refusalOf(code);
}
