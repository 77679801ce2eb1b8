import type { InputOf, Operation, OutputOf } from '#contract/operation.ts';
import { localeStore } from '../i18n/locale-store.ts';
import { answerJson } from './answer-json.ts';
import { AnswerRefused } from './answer-refused.ts';
import { callTimeoutMs, decodeResult } from './call.ts';
import { readText } from './read-text.ts';
import { ApiFailure } from './refusal.ts';
import { requestOf } from './request.ts';

/**
 * How long the answers may be that are read to check the server, in bytes: each several times the longest that an honest server gives.
 * Every other answer is bounded by `callBytesMax`.
 */
export const answerBytesMax = {
  /** 400 candles, and every day and coin of a recording. */
  planProof: 4_000_000,
  /** 1,000 candles. */
  minutes: 1_000_000,
  /** 1,440 candles, and every day and coin of a recording. */
  replayDay: 4_000_000,
  /** 500 roots. */
  roots: 8_000_000,
  /** Two paths of at most 64 siblings, and a root. */
  balanceProof: 1_000_000,
  /** One candle of every coin. */
  closedCandles: 1_000_000,
} as const;

export interface BoundedCallOptions {
  readonly bytesMax: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * As `call`, for answers that check the server: one that does not end, or is not of the contract's form, is refused with the reason
 * (AnswerRefused).
 */
export async function callBounded<O extends Operation>(
  operation: O,
  input: InputOf<O>,
  { bytesMax, signal }: BoundedCallOptions,
): Promise<OutputOf<O>> {
  const locale = localeStore.locale();
  const { address, init } = requestOf(operation, input, { locale });
  const timeout = AbortSignal.timeout(callTimeoutMs);
  const ended = signal ? AbortSignal.any([signal, timeout]) : timeout;
  try {
    const response = await fetch(address, { ...init, signal: ended });
    const text = await readText(response, bytesMax);
    if (text === null) throw new AnswerRefused(`> ${bytesMax} B`);
    return decodeResult(operation, answerJson(text, response.status), locale).value;
  } catch (error) {
    if (error instanceof ApiFailure && error.kind === 'unreadable') throw new AnswerRefused(reasonOf(error));
    if (timeout.aborted && !signal?.aborted) throw new ApiFailure('timeout', error);
    if (error instanceof TypeError) throw new ApiFailure('unreachable', error);
    throw error;
  }
}

interface Issue {
  readonly path: readonly PropertyKey[];
  readonly code: string;
  readonly keys?: readonly string[];
}

/** The first of what is wrong, by its place in the answer: `terms.leverage: invalid_type`. */
function reasonOf({ cause }: ApiFailure): string {
  if (cause instanceof SyntaxError) return cause.message;
  const issues = typeof cause === 'object' && cause !== null && 'issues' in cause ? (cause.issues as Issue[]) : [];
  return issues
    .slice(0, 3)
    .map(({ path, code, keys }) => `${[...path, ...(keys ?? [])].join('.')}: ${code}`)
    .join(', ');
}
