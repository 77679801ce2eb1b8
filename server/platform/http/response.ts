import { hash } from 'node:crypto';
import * as z from 'zod/mini';
import { expiredState, signInUrl } from '#contract/envelope.ts';
import { type ErrorCode, errorStatus } from '#contract/errors.ts';
import { type Locale, languageTags } from '#contract/locale.ts';
import { withNames } from '#contract/names.ts';
import type { Operation } from '#contract/operation.ts';
import { fill, wordedValues } from '#contract/text.ts';
import type { RefusalValues } from '../refusal.ts';
import { serverTexts } from './texts.ts';

export interface EncodedResponse {
  readonly status: number;
  readonly body: string;
  /** Code of a refusal. */
  readonly code?: ErrorCode;
  /** Strong ETag (RFC 9110) for 304 responses. */
  readonly etag?: string;
  /** Retry-After, in seconds. */
  readonly retryAfterSeconds?: number;
}

/** The envelope of an operation's output. Throws when the output violates the contract: a bug of the handler. */
export function encodeOutput(operation: Operation, output: unknown, locale: () => Locale): EncodedResponse {
  const wire = z.encode(operation.output, output as never);
  const message = operation.message === undefined ? '' : serverTexts[locale()][operation.message];
  const isInUrl = operation.answerIn === 'url';
  const envelope = {
    status: operation.successStatus ?? true,
    info: isInUrl ? message : wire,
    url: isInUrl ? wire : '',
  };
  return { status: 200, body: JSON.stringify(envelope) };
}

/** The response with its ETag. */
export function withEtag(response: EncodedResponse): EncodedResponse {
  return { ...response, etag: `"${hash('sha256', response.body, 'base64url')}"` };
}

/** Whether If-None-Match matches the response. A compressing proxy may have made ETags weak. */
export function isNamedIn(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.trim() === '*' || header.split(',').some((one) => one.trim().replace(/^W\//, '') === etag);
}

/** The envelope of a refusal, in the given language, with moments in the time zone. */
export function encodeRefusal(
  code: ErrorCode,
  values: RefusalValues,
  locale: Locale,
  timeZone: string,
): EncodedResponse {
  const envelope = {
    status: false,
    info: fill(
      serverTexts[locale][code],
      wordedValues(withNames(locale, values), languageTags[locale], timeZone),
      languageTags[locale],
    ),
    url: code === 'notSignedIn' ? signInUrl : '',
    code,
    ...(code === 'sessionExpired' ? { state: expiredState } : {}),
  };
  const response = { status: errorStatus[code], body: JSON.stringify(envelope), code };
  return typeof values.seconds === 'number' ? { ...response, retryAfterSeconds: values.seconds } : response;
}
