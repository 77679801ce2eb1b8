import { getLoginState, getMember, getVerifyCode, register, signIn, signOut } from '#contract/account.ts';
import { type Binding, bind } from '#server/platform/http/binding.ts';
import { getLoginState as readLoginState } from './get-login-state.ts';
import { type GetMemberDependencies, getMember as readMember } from './get-member.ts';
import { getVerifyCode as drawCode, type GetVerifyCodeDependencies } from './get-verify-code.ts';
import { register as openAccount, type RegisterDependencies } from './register.ts';
import { signIn as beginSession, type SignInDependencies } from './sign-in.ts';
import { signOut as endSession } from './sign-out.ts';

/** A password check takes as long as dozens of other calls, drawing an image as a few. */
const passwordWeight = 10;
const imageWeight = 4;

export function accountRoutes(
  needs: RegisterDependencies & SignInDependencies & GetVerifyCodeDependencies & GetMemberDependencies,
): Binding[] {
  return [
    bind(register, (input, call) => openAccount(needs, input, call), { weight: passwordWeight }),
    bind(signIn, (input, call) => beginSession(needs, input, call), { weight: passwordWeight }),
    bind(getVerifyCode, (_, call) => drawCode(needs, call), { weight: imageWeight }),
    bind(signOut, (_, call) => endSession(needs.sessions, call)),
    bind(getLoginState, (_, call) => readLoginState(call)),
    bind(getMember, (_, call) => readMember(needs, call)),
  ];
}
