import { type ErrorCode, isErrorCode } from '#contract/errors.ts';

/** The server understood the call and refused it. `info` is its message in the member's language. */
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

/** The server could not be reached in time, or answered something that is not in the contract. */
export type FailureKind = 'unreachable' | 'timeout' | 'unreadable';

export class ApiFailure extends Error {
  readonly kind: FailureKind;
  constructor(kind: FailureKind, cause?: unknown) {
    super(kind, { cause });
    this.name = 'ApiFailure';
    this.kind = kind;
  }
}

/** The session is over; the page is already on its way to the login and nothing else is to be shown. */
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

/** The code as the contract knows it; a server newer than this page may send one it does not. */
export function knownCode(code: string | undefined): ErrorCode {
  return code !== undefined && isErrorCode(code) ? code : 'internalError';
}
