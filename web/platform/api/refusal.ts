import type { ErrorCode } from '#contract/errors.ts';
import type { Locale } from '#contract/locale.ts';

/** The server refused the call. `info` is its message, in the language that was shown when it was asked for. */
export class ApiRefusal extends Error {
  readonly code: ErrorCode;
  readonly info: string;
  readonly locale: Locale | null;
  constructor(code: ErrorCode, info: string, locale: Locale | null = null) {
    super(info);
    this.name = 'ApiRefusal';
    this.code = code;
    this.info = info;
    this.locale = locale;
  }
}

/** No response in time, or one that does not match the contract or does not end. */
export type FailureKind = 'unreachable' | 'timeout' | 'unreadable' | 'tooLong';

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

/** The code of a refusal, also of one by the contract's own schema, before anything is sent; null for any other error. */
export function refusalCode(error: unknown): ErrorCode | null {
  if (error instanceof ApiRefusal) return error.code;
  const issues = typeof error === 'object' && error !== null && 'issues' in error ? error.issues : [];
  return errorCodeOf((issues as readonly { readonly message: string }[])[0]?.message ?? '');
}

/**
 * The text as an error code, or null for a validator's sentence. Codes are single words; their list is left out of the app, and a newer
 * server may have others, which come with their own text.
 */
export function errorCodeOf(text: string): ErrorCode | null {
  return /^[a-z]\w*$/.test(text) ? (text as ErrorCode) : null;
}
