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

/** An answer ready to be sent. */
export interface EncodedAnswer {
  readonly status: number;
  readonly body: string;
  /** The contract's code of a refusal. */
  readonly code?: ErrorCode;
  /** Names the body (RFC 9110, strong): who has it already is not sent it again. */
  readonly etag?: string;
  /** Seconds until another try is worth it. */
  readonly retryAfterSeconds?: number;
}

/** The envelope around an operation's output. Throws when the output is not what the contract says: a bug of the handler. */
export function answerOutput(operation: Operation, output: unknown, locale: () => Locale): EncodedAnswer {
  const wire = z.encode(operation.output, output as never);
  const message = operation.message === undefined ? '' : serverTexts[locale()][operation.message];
  const isInUrl = operation.answerIn === 'url';
  const envelope = { status: true, info: isInUrl ? message : wire, url: isInUrl ? wire : '' };
  return { status: 200, body: JSON.stringify(envelope) };
}

/** The answer with the name that its body has. */
export function withEtag(answer: EncodedAnswer): EncodedAnswer {
  return { ...answer, etag: `"${hash('sha256', answer.body, 'base64url')}"` };
}

/** Whether an If-None-Match header names the answer. A proxy that compresses may have made its names weak. */
export function isNamedIn(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.trim() === '*' || header.split(',').some((one) => one.trim().replace(/^W\//, '') === etag);
}

/** The envelope of a refusal, worded in the language. */
export function answerRefusal(code: ErrorCode, values: RefusalValues, locale: Locale): EncodedAnswer {
  const envelope = {
    status: false,
    info: fill(serverTexts[locale][code], wordedValues(withNames(locale, values), languageTags[locale])),
    url: code === 'notSignedIn' ? signInUrl : '',
    code,
    ...(code === 'sessionExpired' ? { state: expiredState } : {}),
  };
  const answer = { status: errorStatus[code], body: JSON.stringify(envelope), code };
  return typeof values.seconds === 'number' ? { ...answer, retryAfterSeconds: values.seconds } : answer;
}
