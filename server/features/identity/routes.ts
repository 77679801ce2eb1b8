import { api } from '#contract/api.ts';
import { type Binding, bindAll, passwordWeight } from '#server/platform/http/binding.ts';
import { addPasskey } from './add-passkey.ts';
import { cancelRecovery } from './cancel-recovery.ts';
import { changeLoginPassword, type LoginPasswordDependencies } from './change-login-password.ts';
import { closePasswordRequests } from './close-password-requests.ts';
import { confirmAuthenticator } from './confirm-authenticator.ts';
import { type EndMemberSessionsDependencies, endMemberSessions } from './end-member-sessions.ts';
import { type GetCaptchaDependencies, getCaptcha } from './get-captcha.ts';
import { getLoginState } from './get-login-state.ts';
import { type GetRecoveryDependencies, getRecovery } from './get-recovery.ts';
import { getSecondFactors } from './get-second-factors.ts';
import { listEndedRecoveries } from './list-ended-recoveries.ts';
import { listOpenRecoveries } from './list-open-recoveries.ts';
import { type ListPasswordRequestsDependencies, listPasswordRequests } from './list-password-requests.ts';
import { listSessions } from './list-sessions.ts';
import { listSignIns } from './list-sign-ins.ts';
import type { PasskeyDependencies } from './passkeys/passkeys.ts';
import { type ProposeRecoveryDependencies, proposeRecovery } from './propose-recovery.ts';
import { proveWork } from './prove-work.ts';
import type { ReviewRecoveryDependencies } from './recovery/review-recovery.ts';
import { type RegisterDependencies, register } from './register.ts';
import { removeAuthenticator } from './remove-authenticator.ts';
import { removePasskey } from './remove-passkey.ts';
import { renewBackupCodes } from './renew-backup-codes.ts';
import { type RequestDependencies, requestLoginPassword } from './request-login-password.ts';
import { resetLoginPassword } from './reset-login-password.ts';
import { resetLoginPasswordByPasskey } from './reset-login-password-by-passkey.ts';
import { revokeSession } from './revoke-session.ts';
import { signIn } from './sign-in.ts';
import { signInWithPasskey } from './sign-in-with-passkey.ts';
import { signOut } from './sign-out.ts';
import { startAuthenticator } from './start-authenticator.ts';
import { startPasskey } from './start-passkey.ts';
import { startPasskeySignIn } from './start-passkey-sign-in.ts';

/** Rate-limit costs: drawing a captcha takes as long as a few other calls. */
const imageWeight = 4;
const signatureWeight = 4;

export type IdentityRoutesDependencies = RegisterDependencies &
  GetCaptchaDependencies &
  LoginPasswordDependencies &
  PasskeyDependencies &
  RequestDependencies &
  EndMemberSessionsDependencies & {
    readonly recovery: ReviewRecoveryDependencies &
      GetRecoveryDependencies &
      ProposeRecoveryDependencies &
      ListPasswordRequestsDependencies;
  };

export function identityRoutes(dependencies: IdentityRoutesDependencies): readonly Binding[] {
  const { tables, sessions, recovery } = dependencies;
  return bindAll('identity', api.identity, {
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
    resetLoginPassword: {
      handler: (input, call) => resetLoginPassword(dependencies, input, call),
      weight: passwordWeight,
    },
    resetLoginPasswordByPasskey: {
      handler: (input, call) => resetLoginPasswordByPasskey(dependencies, input, call),
      weight: passwordWeight,
    },
    requestLoginPassword: {
      handler: (input, call) => requestLoginPassword(dependencies, input, call),
      weight: passwordWeight,
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
    endMemberSessions: (input, { operator }) => endMemberSessions(dependencies, input, operator),
    listOpenRecoveries: (input, { operator }) => listOpenRecoveries(recovery, input, operator),
    listEndedRecoveries: (input) => listEndedRecoveries(recovery, input),
    listPasswordRequests: (input) => listPasswordRequests(recovery, input),
    closePasswordRequests: (input, { operator }) => closePasswordRequests(recovery, input, operator),
    proposeRecovery: (input, { operator }) => proposeRecovery(recovery, input, operator),
    cancelRecovery: (_, { member }) => cancelRecovery(recovery, member.memberId),
  });
}
