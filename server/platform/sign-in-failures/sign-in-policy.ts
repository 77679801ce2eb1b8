import { hash } from 'node:crypto';
import type { FailurePolicy } from '../failure-policy.ts';
import { networkOf, surroundingNetworkOf } from '../network.ts';
import type { FailureSubject } from './sign-in-failure-store.ts';

/**
 * Throttling of guesses at one account from one network, one known device or one session. Those of others do not count, so that
 * nobody's failures lock out the owner.
 */
export const accountPolicy: FailurePolicy = { freeFailures: 5, codeAfterFailures: 3 };

/** Bounds guesses at one account from all unknown devices together, however many networks they come from: 96 a day. */
export const namePolicy: FailurePolicy = { freeFailures: 96, codeAfterFailures: 3, forgetEveryMs: 15 * 60_000 };

/**
 * Bounds guesses at all accounts from one network. It locks late, because many members share the address of a mobile network; long
 * before that each try takes a captcha.
 */
export const networkPolicy: FailurePolicy = { freeFailures: 960, codeAfterFailures: 20, forgetEveryMs: 90_000 };

/** The same for the /48 around an IPv6 network: `surroundingFactor` times as much. */
export const surroundingsPolicy: FailurePolicy = { freeFailures: 7_680, codeAfterFailures: 160, forgetEveryMs: 11_250 };

/**
 * The subjects of a sign-in, or of a reset of the password: its known device alone, or else the name in this network, the name
 * anywhere, and the network. Failed sign-ins do not lock the reset, which is what follows them, and those of operators count apart; a
 * network's count is one.
 */
export function signInSubjects(
  username: string,
  address: string,
  device: string | null,
  purpose: 'signIn' | 'reset' | 'operator' = 'signIn',
): readonly FailureSubject[] {
  const name = nameFor(purpose, username);
  const network = networkOf(address);
  const surroundings = surroundingNetworkOf(network);
  if (device !== null) return [subject('device', `${device} ${name}`, accountPolicy, true)];
  return [
    subject('account', `${network} ${name}`, accountPolicy, true),
    subject('name', name, namePolicy, false),
    // Kept after a success: a sign-in to one's own account must not reset guesses at others.
    subject('network', network, networkPolicy, false),
    ...(surroundings === null ? [] : [subject('network', surroundings, surroundingsPolicy, false)]),
  ];
}

/** The subject of password checks in a session, which count apart from sign-ins, or of its second factors. */
export function sessionSubjects(token: string, purpose: 'password' | 'factor' = 'password'): readonly FailureSubject[] {
  return [subject('session', purpose === 'factor' ? `factor ${token}` : token, accountPolicy, true)];
}

/**
 * The subjects of wrong factors at sign-ins of a known device: its own, and all known devices of the name together, since a thief of the
 * password may have made many known before the account had a factor.
 */
export function deviceFactorSubjects(username: string, device: string): readonly FailureSubject[] {
  const name = nameFor('factor', username);
  return [subject('device', `${device} ${name}`, accountPolicy, true), subject('name', name, namePolicy, false)];
}

/** Begins with the purpose, always: a typed name may hold any words, and counts for none of the other purposes. */
const nameFor = (purpose: string, username: string): string => `${purpose} ${username.toLowerCase()}`;

/** A subject of failures under a hashed name. */
function subject(
  kind: FailureSubject['kind'],
  text: string,
  policy: FailurePolicy,
  clearedBySuccess: boolean,
): FailureSubject {
  return { kind, key: `${kind} ${hash('sha256', text, 'base64url')}`, policy, clearedBySuccess };
}
