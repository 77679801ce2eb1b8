import type { InputOf, Operation } from '#contract/operation.ts';
import { localeStore } from '../i18n/locale-store.ts';
import { answerJson } from './answer-json.ts';
import { type CallResult, callTimeoutMs, decodeResult } from './call.ts';
import { ApiFailure } from './refusal.ts';
import { requestOf } from './request.ts';

export interface UploadOptions {
  /** Fields beside the file, in the address. */
  readonly input?: object;
  readonly signal: AbortSignal;
  /** Called with the share that has been sent, 0 to 1. */
  readonly onProgress: (share: number) => void;
}

/** Uploads a file; results and errors as with `callForResult`. Throws the signal's reason when aborted. The file's name is not sent. */
export async function upload<O extends Operation>(
  operation: O,
  file: Blob,
  { input = {}, signal, onProgress }: UploadOptions,
): Promise<CallResult<O>> {
  if (operation.upload === undefined) throw new Error(`${operation.path} takes no file`);
  const { part } = operation.upload;
  const locale = localeStore.locale();
  const { address, init } = requestOf(operation, input as InputOf<O>, { locale });
  const body = new FormData();
  body.set(part, file, part);
  const answer = await new Promise<unknown>((resolve, reject) => {
    // `fetch` reports no upload progress.
    const request = new XMLHttpRequest();
    const giveUp = () => request.abort();
    const fail = (error: unknown) => () => reject(error);
    request.open(operation.method, address);
    for (const [name, value] of new Headers(init.headers)) request.setRequestHeader(name, value);
    request.timeout = callTimeoutMs;
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total);
    request.onload = () => {
      try {
        resolve(answerJson(request.responseText, request.status));
      } catch (error) {
        reject(error);
      }
    };
    request.onerror = fail(new ApiFailure('unreachable'));
    request.ontimeout = fail(new ApiFailure('timeout'));
    request.onabort = () => reject(signal.reason);
    request.onloadend = () => signal.removeEventListener('abort', giveUp);
    signal.throwIfAborted();
    signal.addEventListener('abort', giveUp);
    request.send(body);
  });
  return decodeResult(operation, answer, locale);
}
