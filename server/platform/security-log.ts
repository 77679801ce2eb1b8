import { createHmac } from 'node:crypto';
import { type ErrorCode, errorStatus } from '#contract/errors.ts';
import type { Access } from '#contract/operation.ts';
import type { Log } from './log.ts';
import { networkOf } from './network.ts';

/** Stable names: alerts are built on them. docs/security-log.md describes each. */
export type SecurityEvent =
  | 'signedIn'
  | 'signInRefused'
  | 'lockOutBegun'
  | 'reauthenticationRefused'
  | 'authorizationRefused'
  | 'rateLimited'
  | 'inputRefused'
  | 'ruleRefused'
  | 'securityAct';

/** Who and what an event is about. Holds no secret: of a typed name only the keyed hash is written, of an address its network. */
export interface SecurityDetails {
  readonly address?: string;
  readonly memberId?: bigint;
  readonly operator?: string;
  /** As typed: may be no account's name, or a password in the wrong field. */
  readonly username?: string;
  readonly way?: string;
  readonly reason?: ErrorCode;
  readonly operation?: string;
  /** What is locked: the account in a network, the name, a device, a network or a session. */
  readonly subject?: string;
  readonly act?: string;
}

export interface SecurityLog {
  /** Writes one line for the event. */
  write(event: SecurityEvent, details: SecurityDetails): void;
  /** Writes the first of equal events at once, and the number of those that follow once a minute. */
  writeBounded(event: SecurityEvent, details: SecurityDetails): void;
  /** Writes the counts whose minute is over. */
  flush(): void;
  /** Writes all outstanding counts. */
  close(): void;
}

interface SecurityLogDependencies {
  readonly log: Log;
  /** Key of the hashes of names. */
  readonly key: Buffer;
  /** Wall time. */
  readonly now?: () => number;
}

interface Repeated {
  readonly event: SecurityEvent;
  readonly line: object;
  since: number;
  times: number;
}

const windowMs = 60_000;
/** Kinds of repeated events kept at once. Those beyond are counted by event alone, so that memory and lines stay bounded. */
const keptMax = 10_000;

/** The security log: lines of the process's log with `log: "security"`. */
export function openSecurityLog({ log, key, now = Date.now }: SecurityLogDependencies): SecurityLog {
  const own = log.child({ log: 'security' });
  const kept = new Map<string, Repeated>();
  const nameHash = (name: string): string =>
    createHmac('sha256', key).update(name.toLowerCase()).digest('base64url').slice(0, 16);

  const lineOf = ({ address, memberId, username, ...plain }: SecurityDetails): object => ({
    ...plain,
    ...(address === undefined ? {} : { network: networkOf(address) }),
    ...(memberId === undefined ? {} : { member: String(memberId) }),
    ...(username === undefined ? {} : { account: nameHash(username) }),
  });
  const print = (event: SecurityEvent, line: object): void => {
    own[event === 'signedIn' || event === 'securityAct' ? 'info' : 'warn']({ event, ...line });
  };
  const flush = (endedBefore: number): void => {
    for (const [name, one] of kept) {
      if (one.since > endedBefore) continue;
      if (one.times === 0) {
        kept.delete(name);
        continue;
      }
      print(one.event, { ...one.line, times: one.times });
      one.times = 0;
      one.since = now();
    }
  };
  const timer = setInterval(() => flush(now() - windowMs), windowMs / 6);
  timer.unref();

  return {
    write: (event, details) => print(event, lineOf(details)),
    writeBounded(event, details) {
      const line = lineOf(details) as Record<string, string | undefined>;
      const { network = '', member = '', operator = '', account = '' } = line;
      const name = [event, network, member, operator, account].join(' ');
      const isKept = kept.has(name) || kept.size < keptMax;
      const before = kept.get(isKept ? name : event);
      if (before) {
        before.times += 1;
        return;
      }
      const written = isKept ? line : {};
      kept.set(isKept ? name : event, { event, line: written, since: now(), times: 0 });
      print(event, { ...written, times: 1 });
    },
    flush: () => flush(now() - windowMs),
    close() {
      clearInterval(timer);
      flush(Number.POSITIVE_INFINITY);
    },
  };
}

/** A security log without output, for tests and for tools at a terminal. */
export const silentSecurityLog: SecurityLog = {
  write: () => undefined,
  writeBounded: () => undefined,
  flush: () => undefined,
  close: () => undefined,
};

/** Refusals of a proof that the owner acts. Those of sign-ins are logged where sign-ins are decided. */
const ofProof: ReadonlySet<ErrorCode> = new Set([
  'oldPasswordWrong',
  'secondFactorWrong',
  'secondFactorLocked',
  'signInLocked',
  'withdrawalPasswordWrong',
  'withdrawalPasswordLocked',
]);

const ofAuthorization: ReadonlySet<ErrorCode> = new Set([
  'notSignedIn',
  'sessionExpired',
  'notPermitted',
  'crossSiteRefused',
  'accountFrozen',
  'freezeHolds',
]);

/** Attempts at what a rule of the business forbids and the app does not offer. A member's own limits are their own matter, and no line of a log. */
const ofRules: ReadonlySet<ErrorCode> = new Set([
  'idempotencyKeyReused',
  'messageIdReused',
  'imageUsed',
  'levelLockedByWeight',
  'levelLockedByBalance',
  'leverageLocked',
  'amountOutsideQuota',
  'amountOutsideProduct',
  'amountLimit',
  'stakeTooSmall',
  'winningsLimit',
  'plansRunning',
  'holdingsRunning',
  'ordersOfRound',
  'followsRunning',
  'productClosed',
  'depositTooSmall',
  'depositTooLarge',
  'depositsOpen',
  'transactionNotYours',
  'withdrawalInReview',
  'nameMismatch',
  'passkeysFull',
  'resultDiffers',
  'readingTooShort',
  'approvalSameHand',
]);

/** The event that a refused request is logged as, null for a refusal that concerns no security. */
export function eventOfRefusal(code: ErrorCode, access: Access | undefined): SecurityEvent | null {
  if (ofProof.has(code)) return access === 'member' ? 'reauthenticationRefused' : null;
  if (ofAuthorization.has(code)) return 'authorizationRefused';
  if (ofRules.has(code)) return 'ruleRefused';
  const status = errorStatus[code];
  if (status === 429) return 'rateLimited';
  return status === 400 || status === 413 ? 'inputRefused' : null;
}
