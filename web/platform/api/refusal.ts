import { type ErrorCode, isErrorCode } from '#contract/errors.ts';

/** The server refused the call. `info` is its message in the member's language. */
export class ApiRefusal extends Error {
  readonly code: ErrorCode;
  readonly info: string;
  constructor(code: ErrorCode, info: string) {
    super(info);
    this.name = 'ApiRefusal';
    this.code = code;
    this.info = info;
  }
}

/** No response in time, or one that does not match the contract. */
export type FailureKind = 'unreachable' | 'timeout' | 'unreadable';

export class ApiFailure extends Error {
  readonly kind: FailureKind;
  constructor(kind: FailureKind, cause?: unknown) {
    super(kind, { cause });
    this.name = 'ApiFailure';
    this.kind = kind;
  }
}

/** The session has ended and the page is leaving for the login: no error is to be shown. */
export class SessionOver extends Error {
  constructor() {
    super('session over');
    this.name = 'SessionOver';
  }
}

/** The refusal's code, or null for any other error. */
export function refusalCode(error: unknown): ErrorCode | null {
  return error instanceof ApiRefusal ? error.code : null;
}

/** Null for a code that this version of the contract does not have: the server may be newer. */
export function knownCode(code: string | undefined): ErrorCode {
  return code !== undefined && isErrorCode(code) ? code : 'internalError';
}
