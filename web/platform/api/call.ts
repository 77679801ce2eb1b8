import * as z from 'zod/mini';
import { envelope, expiredState, signInUrl } from '#contract/envelope.ts';
import type { InputOf, Operation, OutputOf } from '#contract/operation.ts';
import { localeStore } from '../i18n/locale-store.ts';
import { setServerWallClock } from '../product-clock.ts';
import { endSession, type SessionEnd } from '../session/session-end.ts';
import { answerJson } from './answer-json.ts';
import { takePreloaded } from './preload.ts';
import { readText } from './read-text.ts';
import { ApiFailure, ApiRefusal, errorCodeOf, SessionOver } from './refusal.ts';
import { requestOf } from './request.ts';

export const callTimeoutMs = 50_000;

/** How long any answer may be, in bytes: several times the longest that an honest server gives, the transcript of a whole day. */
export const callBytesMax = 16_000_000;

export interface CallOptions {
  /** Required for money calls; the same for each retry of one submission. */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
}

/** The decoded response, and the server's confirmation message, empty where there is none. */
export interface CallResult<O extends Operation> {
  readonly value: OutputOf<O>;
  readonly message: string;
}

/**
 * Calls an operation of the contract. Throws ApiRefusal when the server refuses, ApiFailure without a readable response, and SessionOver
 * after ending the session (`url` 99, `state` 401, the code `otherAccount`).
 */
export async function call<O extends Operation>(
  operation: O,
  input: InputOf<O>,
  options: CallOptions = {},
): Promise<OutputOf<O>> {
  return (await callForResult(operation, input, options)).value;
}

/** As `call`, together with the server's confirmation message. */
export async function callForResult<O extends Operation>(
  operation: O,
  input: InputOf<O>,
  options: CallOptions = {},
): Promise<CallResult<O>> {
  const locale = localeStore.locale();
  return decodeResult(operation, await exchange(operation, input, options), locale);
}

/** Decodes a response body. Throws as `call` does. */
export function decodeResult<O extends Operation>(
  operation: O,
  body: unknown,
  locale = localeStore.locale(),
): CallResult<O> {
  const read = z.safeParse(envelope, body);
  if (!read.success) throw new ApiFailure('unreadable', read.error);
  const { status, info, url, code, state } = read.data;
  if (state === expiredState) return leave('expired');
  if (url === signInUrl) return leave('notSignedIn');
  if (code === 'otherAccount') return leave('otherAccount');
  if (code !== undefined || status === false) {
    throw new ApiRefusal(errorCodeOf(code ?? '') ?? 'internalError', typeof info === 'string' ? info : '', locale);
  }
  const output = z.safeDecode(operation.output, (operation.answerIn === 'url' ? url : info) as never);
  if (!output.success) throw new ApiFailure('unreadable', output.error);
  const message = operation.answerIn === 'url' && typeof info === 'string' ? info : '';
  return { value: output.data as OutputOf<O>, message };
}

async function exchange<O extends Operation>(operation: O, input: InputOf<O>, options: CallOptions): Promise<unknown> {
  const timeout = AbortSignal.timeout(callTimeoutMs);
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
  const { address, init } = requestOf(operation, input, {
    locale: localeStore.locale(),
    idempotencyKey: options.idempotencyKey,
  });
  try {
    const preloaded = operation.effect === 'read' && takePreloaded(address, localeStore.locale());
    const response = await (preloaded || fetch(address, { ...init, signal }));
    setServerWallClock(response.headers.get('date'));
    const text = await readText(response, callBytesMax);
    if (text === null) throw new ApiFailure('tooLong');
    return answerJson(text, response.status);
  } catch (error) {
    if (options.signal?.aborted || error instanceof ApiFailure) throw error;
    if (timeout.aborted) throw new ApiFailure('timeout', error);
    throw new ApiFailure('unreachable', error);
  }
}

function leave(end: SessionEnd): never {
  endSession(end);
  throw new SessionOver();
}
