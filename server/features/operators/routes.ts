import { api } from '#contract/api.ts';
import { type Binding, bindAll, passwordWeight } from '#server/platform/http/binding.ts';
import { changeOperatorRole } from './change-operator-role.ts';
import { createOperator } from './create-operator.ts';
import { type DecideApprovalDependencies, decideApproval } from './decide-approval.ts';
import { endOperator } from './end-operator.ts';
import { endOperatorSessions } from './end-operator-sessions.ts';
import { enrolOperatorAuthenticator } from './enrol-operator-authenticator.ts';
import { enrolOperatorPasskey } from './enrol-operator-passkey.ts';
import { getOperatorLogState } from './get-operator-log-state.ts';
import { getOperatorSession } from './get-operator-session.ts';
import { type ListApprovalsDependencies, listApprovals } from './list-approvals.ts';
import { listOperatorActs } from './list-operator-acts.ts';
import { listOperatorSessions } from './list-operator-sessions.ts';
import { listOperators } from './list-operators.ts';
import { renewOperatorLink } from './renew-operator-link.ts';
import { revokeOperatorSession } from './revoke-operator-session.ts';
import { type SignInOperatorDependencies, signInOperator } from './sign-in-operator.ts';
import { type OperatorPasskeyDependencies, signInOperatorWithPasskey } from './sign-in-operator-with-passkey.ts';
import { signOutOperator } from './sign-out-operator.ts';
import { startOperatorAuthenticator } from './start-operator-authenticator.ts';
import { startOperatorEnrolment } from './start-operator-enrolment.ts';
import { startOperatorSignIn } from './start-operator-sign-in.ts';

/** Rate-limit cost. */
const signatureWeight = 4;

export type OperatorsRoutesDependencies = SignInOperatorDependencies &
  OperatorPasskeyDependencies &
  ListApprovalsDependencies &
  DecideApprovalDependencies;

export function operatorsRoutes(dependencies: OperatorsRoutesDependencies): readonly Binding[] {
  const { tables, wallNow, operatorEvents } = dependencies;
  /** What ended sessions of an operator, or of anybody (''), ends their open pages with them. */
  const endingPages = async <Result>(ended: Promise<Result>, operator: string): Promise<Result> => {
    const result = await ended;
    await operatorEvents.publish({ subject: 'sessions', id: operator });
    return result;
  };
  return bindAll('operators', api.operators, {
    startOperatorSignIn: { handler: (_, call) => startOperatorSignIn(dependencies, call), weight: signatureWeight },
    signInOperatorWithPasskey: {
      handler: (input, call) => signInOperatorWithPasskey(dependencies, input, call),
      weight: signatureWeight,
    },
    signInOperator: { handler: (input, call) => signInOperator(dependencies, input, call), weight: passwordWeight },
    signOutOperator: (_, call) => {
      call.clearCache();
      return endingPages(signOutOperator(dependencies, call), '');
    },
    startOperatorEnrolment: {
      handler: (input, call) => startOperatorEnrolment(dependencies, input, call),
      weight: signatureWeight,
    },
    startOperatorAuthenticator: {
      handler: (input) => startOperatorAuthenticator(dependencies, input),
      weight: signatureWeight,
    },
    enrolOperatorPasskey: {
      handler: (input, call) => enrolOperatorPasskey(dependencies, input, call),
      weight: signatureWeight,
    },
    enrolOperatorAuthenticator: {
      handler: (input, call) => enrolOperatorAuthenticator(dependencies, input, call),
      weight: passwordWeight,
    },
    getOperatorSession: (_, call) => getOperatorSession(tables, call),
    listOperatorSessions: (_, call) => listOperatorSessions(dependencies, call),
    revokeOperatorSession: (input, call) =>
      endingPages(revokeOperatorSession(dependencies, input, call), call.operator.operator),
    listOperators: () => listOperators(tables, wallNow()),
    createOperator: (input, call) => createOperator(dependencies, input, call),
    renewOperatorLink: (input, { operator }) =>
      endingPages(renewOperatorLink(dependencies, input, operator), input.operator),
    endOperatorSessions: (input, call) => endingPages(endOperatorSessions(dependencies, input, call), input.operator),
    changeOperatorRole: (input, call) => changeOperatorRole(dependencies, input, call),
    endOperator: (input, call) => endingPages(endOperator(dependencies, input, call), input.operator),
    listOperatorActs: (input) => listOperatorActs(dependencies, input),
    getOperatorLogState: () => getOperatorLogState(tables),
    listApprovals: (_, { operator }) => listApprovals(dependencies, operator),
    decideApproval: (input, { operator }) => decideApproval(dependencies, input, operator),
  });
}
