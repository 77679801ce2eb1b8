import type { Kysely } from 'kysely';
import type { OperatorRole } from '#contract/roles.ts';
import type { Call } from '#server/platform/http/binding.ts';
import { recordOperatorAct, requireActing } from '#server/platform/operators/operator-acts.ts';
import type { SecurityLog } from '#server/platform/security-log.ts';
import { type DeviceCookie, rememberDevice } from '#server/platform/sign-in-failures/known-device.ts';
import {
  endOperatorSession,
  operatorTokenHash,
  startOperatorSession,
  writeOperatorCookie,
} from './operator-sessions.ts';

export interface EnterOperatorDependencies {
  readonly tables: Kysely<unknown>;
  /** Recognises devices on which an operator has signed in before. */
  readonly deviceCookie: DeviceCookie;
  readonly securityLog: SecurityLog;
  /** Wall time. */
  readonly wallNow: () => number;
}

export interface EnteredOperator {
  readonly operator: string;
  readonly role: OperatorRole;
}

/** Opens a session in the transaction that accepted the operator's proof, and writes that into the log. */
export async function enterOperator(
  { wallNow }: Pick<EnterOperatorDependencies, 'wallNow'>,
  transaction: Kysely<unknown>,
  { operator, role }: EnteredOperator,
  way: 'passkey' | 'password' | 'link',
  call: Pick<Call, 'cookies' | 'address' | 'userAgent'>,
): Promise<string> {
  const now = wallNow();
  // The operator before the session, as whatever ends all sessions locks them.
  await requireActing(transaction, { operator, role });
  const before = operatorTokenHash(call);
  if (before) await endOperatorSession(transaction, before, now);
  const token = await startOperatorSession(transaction, operator, call, now);
  await recordOperatorAct(transaction, {
    by: { operator, role },
    act: 'signedIn',
    subject: `operator ${operator}`,
    detail: { way, address: call.address },
  });
  return token;
}

/** Hands the session to the browser, after the commit. */
export function welcomeOperator(
  { securityLog, deviceCookie, wallNow }: Pick<EnterOperatorDependencies, 'securityLog' | 'deviceCookie' | 'wallNow'>,
  token: string,
  { operator, role }: EnteredOperator,
  call: Pick<Call, 'cookies' | 'address'>,
): EnteredOperator {
  writeOperatorCookie(call, token);
  rememberDevice(deviceCookie, call, operator, wallNow());
  securityLog.write('signedIn', { way: 'operator', operator, address: call.address });
  return { operator, role };
}
