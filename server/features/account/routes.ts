import { getLoginState, getMember, getVerifyCode, register, signIn, signOut } from '#contract/account.ts';
import {
  changeLoginPassword,
  getAccountInfo,
  listSessions,
  listSignIns,
  revokeSession,
  updateProfile,
} from '#contract/profile.ts';
import { type Binding, bind } from '#server/platform/http/binding.ts';
import { changeLoginPassword as changePassword, type LoginPasswordNeeds } from './change-login-password.ts';
import { getAccountInfo as readAccountInfo } from './get-account-info.ts';
import { getLoginState as readLoginState } from './get-login-state.ts';
import { type GetMemberDependencies, getMember as readMember } from './get-member.ts';
import { getVerifyCode as drawCode, type GetVerifyCodeDependencies } from './get-verify-code.ts';
import { listSessions as readSessions } from './list-sessions.ts';
import { listSignIns as readSignIns } from './list-sign-ins.ts';
import { register as openAccount, type RegisterDependencies } from './register.ts';
import { revokeSession as endSessionElsewhere } from './revoke-session.ts';
import { signIn as beginSession, type SignInDependencies } from './sign-in.ts';
import { signOut as endSession } from './sign-out.ts';
import { updateProfile as saveProfile } from './update-profile.ts';

/** A password check takes as long as dozens of other calls, drawing an image as a few. */
const passwordWeight = 10;
const imageWeight = 4;

export function accountRoutes(
  needs: RegisterDependencies &
    SignInDependencies &
    GetVerifyCodeDependencies &
    GetMemberDependencies &
    LoginPasswordNeeds,
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
  ];
}
