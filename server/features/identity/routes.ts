import * as contract from '#contract/identity.ts';
import { type Binding, bindAll } from '#server/platform/http/binding.ts';
import { addPasskey } from './add-passkey.ts';
import { cancelRecovery } from './cancel-recovery.ts';
import { changeLoginPassword, type LoginPasswordDependencies } from './change-login-password.ts';
import { confirmAuthenticator } from './confirm-authenticator.ts';
import { type GetCaptchaDependencies, getCaptcha } from './get-captcha.ts';
import { getLoginState } from './get-login-state.ts';
import { getRecovery } from './get-recovery.ts';
import { getSecondFactors } from './get-second-factors.ts';
import { listSessions } from './list-sessions.ts';
import { listSignIns } from './list-sign-ins.ts';
import type { PasskeyDependencies } from './passkeys/passkeys.ts';
import { proveWork } from './prove-work.ts';
import type { ReviewRecoveryDependencies } from './recovery/review-recovery.ts';
import { type RegisterDependencies, register } from './register.ts';
import { removeAuthenticator } from './remove-authenticator.ts';
import { removePasskey } from './remove-passkey.ts';
import { renewBackupCodes } from './renew-backup-codes.ts';
import { revokeSession } from './revoke-session.ts';
import { signIn } from './sign-in.ts';
import { signInWithPasskey } from './sign-in-with-passkey.ts';
import { signOut } from './sign-out.ts';
import { startAuthenticator } from './start-authenticator.ts';
import { startPasskey } from './start-passkey.ts';
import { startPasskeySignIn } from './start-passkey-sign-in.ts';

/** Rate-limit costs: a password check takes as long as dozens of other calls, drawing a captcha as a few. */
const passwordWeight = 10;
const imageWeight = 4;
const signatureWeight = 4;

export type IdentityRoutesDependencies = RegisterDependencies &
  GetCaptchaDependencies &
  LoginPasswordDependencies &
  PasskeyDependencies & { readonly recovery: ReviewRecoveryDependencies };

export function identityRoutes(dependencies: IdentityRoutesDependencies): readonly Binding[] {
  const { tables, sessions, recovery } = dependencies;
  return bindAll('identity', contract, {
    register: { handler: (input, call) => register(dependencies, input, call), weight: passwordWeight },
    signIn: { handler: (input, call) => signIn(dependencies, input, call), weight: passwordWeight },
    startPasskeySignIn: { handler: (_, call) => startPasskeySignIn(dependencies, call), weight: signatureWeight },
    signInWithPasskey: {
      handler: (input, call) => signInWithPasskey(dependencies, input, call),
      weight: signatureWeight,
    },
    proveWork: (input, call) => proveWork(dependencies, input, call),
    getCaptcha: { handler: (_, call) => getCaptcha(dependencies, call), weight: imageWeight },
    signOut: (_, call) => {
      // Neither cookies nor storage: the known device and the kept proofs and roots survive a sign-out.
      call.clearCache();
      return signOut(sessions, call);
    },
    getLoginState: (_, call) => getLoginState(call),
    changeLoginPassword: {
      handler: (input, call) => changeLoginPassword(dependencies, input, call),
      weight: 2 * passwordWeight,
    },
    listSessions: (_, call) => listSessions(sessions, call),
    revokeSession: { handler: (input, call) => revokeSession(dependencies, input, call), weight: passwordWeight },
    listSignIns: ({ before }, { member }) => listSignIns(tables, member.memberId, before ?? null),
    getSecondFactors: (_, { member }) => getSecondFactors(tables, member.memberId),
    startAuthenticator: (_, { member }) => startAuthenticator(dependencies, member),
    confirmAuthenticator: {
      handler: (input, call) => confirmAuthenticator(dependencies, input, call),
      weight: passwordWeight,
    },
    removeAuthenticator: {
      handler: (input, call) => removeAuthenticator(dependencies, input, call),
      weight: passwordWeight,
    },
    renewBackupCodes: { handler: (input, call) => renewBackupCodes(dependencies, input, call), weight: passwordWeight },
    startPasskey: { handler: (input, call) => startPasskey(dependencies, input, call), weight: passwordWeight },
    addPasskey: { handler: (input, call) => addPasskey(dependencies, input, call), weight: signatureWeight },
    removePasskey: { handler: (input, call) => removePasskey(dependencies, input, call), weight: passwordWeight },
    getRecovery: (_, { member }) => getRecovery(recovery, member.memberId),
    cancelRecovery: (_, { member }) => cancelRecovery(recovery, member.memberId),
  });
}
