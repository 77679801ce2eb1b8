import { getLoginState, getMember, getVerifyCode, register, signIn, signOut } from '#contract/account.ts';
import {
  addPasskey,
  confirmAuthenticator,
  getSecondFactors,
  removeAuthenticator,
  removePasskey,
  renewBackupCodes,
  signInWithPasskey,
  startAuthenticator,
  startPasskey,
  startPasskeySignIn,
} from '#contract/factors.ts';
import {
  changeLoginPassword,
  getAccountInfo,
  listSessions,
  listSignIns,
  revokeSession,
  updateProfile,
} from '#contract/profile.ts';
import { type Binding, bind } from '#server/platform/http/binding.ts';
import { addPasskey as keepPasskey } from './add-passkey.ts';
import { changeLoginPassword as changePassword, type LoginPasswordNeeds } from './change-login-password.ts';
import { confirmAuthenticator as turnOn } from './confirm-authenticator.ts';
import { getAccountInfo as readAccountInfo } from './get-account-info.ts';
import { getLoginState as readLoginState } from './get-login-state.ts';
import { type GetMemberDependencies, getMember as readMember } from './get-member.ts';
import { getSecondFactors as readFactors } from './get-second-factors.ts';
import { getVerifyCode as drawCode, type GetVerifyCodeDependencies } from './get-verify-code.ts';
import { listSessions as readSessions } from './list-sessions.ts';
import { listSignIns as readSignIns } from './list-sign-ins.ts';
import type { PasskeyNeeds } from './passkey-needs.ts';
import { register as openAccount, type RegisterDependencies } from './register.ts';
import { removeAuthenticator as turnOff } from './remove-authenticator.ts';
import { removePasskey as dropPasskey } from './remove-passkey.ts';
import { renewBackupCodes as renewCodes } from './renew-backup-codes.ts';
import { revokeSession as endSessionElsewhere } from './revoke-session.ts';
import { signIn as beginSession, type SignInDependencies } from './sign-in.ts';
import { signInWithPasskey as enterByPasskey } from './sign-in-with-passkey.ts';
import { signOut as endSession } from './sign-out.ts';
import { startAuthenticator as drawSecret } from './start-authenticator.ts';
import { startPasskey as askToMake } from './start-passkey.ts';
import { startPasskeySignIn as askToSign } from './start-passkey-sign-in.ts';
import { updateProfile as saveProfile } from './update-profile.ts';

/** A password check takes as long as dozens of other calls, drawing an image as a few. */
const passwordWeight = 10;
const imageWeight = 4;
const signatureWeight = 4;

export function accountRoutes(
  needs: RegisterDependencies &
    SignInDependencies &
    GetVerifyCodeDependencies &
    GetMemberDependencies &
    LoginPasswordNeeds &
    PasskeyNeeds,
): Binding[] {
  return [
    bind(register, (input, call) => openAccount(needs, input, call), { weight: passwordWeight }),
    bind(signIn, (input, call) => beginSession(needs, input, call), { weight: passwordWeight }),
    bind(getVerifyCode, (_, call) => drawCode(needs, call), { weight: imageWeight }),
    bind(signOut, (_, call) => endSession(needs.sessions, call)),
    bind(getLoginState, (_, call) => readLoginState(call)),
    bind(getMember, (_, call) => readMember(needs, call)),
    bind(changeLoginPassword, (input, call) => changePassword(needs, input, call), { weight: 2 * passwordWeight }),
    bind(getAccountInfo, (_, { member }) => readAccountInfo(needs.tables, member.memberId)),
    bind(updateProfile, (input, { member }) => saveProfile(needs, member.memberId, input)),
    bind(listSessions, (_, call) => readSessions(needs.sessions, call)),
    bind(revokeSession, ({ session }, call) => endSessionElsewhere(needs, session, call)),
    bind(listSignIns, ({ before }, { member }) => readSignIns(needs.tables, member.memberId, before ?? null)),

    bind(getSecondFactors, (_, { member }) => readFactors(needs.tables, member.memberId)),
    bind(startAuthenticator, (_, { member }) => drawSecret(needs, member)),
    bind(confirmAuthenticator, (input, call) => turnOn(needs, input, call), { weight: passwordWeight }),
    bind(removeAuthenticator, (input, call) => turnOff(needs, input, call), { weight: passwordWeight }),
    bind(renewBackupCodes, (input, call) => renewCodes(needs, input, call), { weight: passwordWeight }),
    bind(startPasskey, (input, call) => askToMake(needs, input, call), { weight: passwordWeight }),
    bind(addPasskey, (input, call) => keepPasskey(needs, input, call), { weight: signatureWeight }),
    bind(removePasskey, ({ passkey }, { member }) => dropPasskey(needs, member.memberId, passkey)),
    bind(startPasskeySignIn, (_, call) => askToSign(needs, call), { weight: signatureWeight }),
    bind(signInWithPasskey, (input, call) => enterByPasskey(needs, input, call), { weight: signatureWeight }),
  ];
}
