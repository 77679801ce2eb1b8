import type { Kysely } from 'kysely';
import type { requestLoginPassword as operation } from '#contract/identity-reset.ts';
import type { InputOf, OutputOf } from '#contract/operation.ts';
import { failureOf } from '#server/platform/database/database-failure.ts';
import type { Call } from '#server/platform/http/binding.ts';
import { turnOf } from '#server/platform/network.ts';
import type { OperatorEvents } from '#server/platform/operators/operator-events.ts';
import { countedCheck } from '#server/platform/sign-in-failures/counted-check.ts';
import { signInSubjects } from '#server/platform/sign-in-failures/sign-in-policy.ts';
import { requireCaptcha } from './captcha/require-captcha.ts';
import { findMember } from './members/member-store.ts';
import { requireReplacement } from './passwords/replace-password.ts';
import { keepRequest } from './recovery/password-requests.ts';
import type { ResetDependencies } from './reset-login-password.ts';

export interface RequestDependencies extends ResetDependencies {
  readonly recovery: {
    readonly tables: Kysely<unknown>;
    /** The console lists the requests. */
    readonly operatorEvents: Pick<OperatorEvents, 'publish'>;
  };
}

/** Keeps a request for a new login password, for any name. Each counts as a failed try, which bounds them. */
export async function requestLoginPassword(
  dependencies: RequestDependencies,
  { username, ...replacement }: InputOf<typeof operation>,
  call: Pick<Call, 'cookies' | 'address'>,
): Promise<OutputOf<typeof operation>> {
  const { tables, passwords, recovery, wallNow } = dependencies;
  const { address } = call;
  await requireReplacement(username, replacement);
  passwords.requireRoom(turnOf(address));
  await requireCaptcha(dependencies, call, replacement.code);
  const passwordHash = await passwords.hash(turnOf(address), replacement.password);
  const subjects = signInSubjects(username, address, null, 'reset');
  const { request } = await countedCheck(dependencies, subjects, { username, codeGiven: true, address }, async () => {
    const member = await findMember(tables, username);
    const keep = (memberId: bigint | null) => keepRequest(recovery.tables, memberId, passwordHash, wallNow());
    const request = await keep(member?.id ?? null).catch((error: unknown) => {
      // Deleted meanwhile, it is a name that no account has.
      if (failureOf(error) === 'deleted') return keep(null);
      throw error;
    });
    return { request, matches: false };
  });
  // For a name that no account has as well: the time reveals no more than the answer.
  await recovery.operatorEvents.publish({ subject: 'approvals', id: '' });
  return { request };
}
