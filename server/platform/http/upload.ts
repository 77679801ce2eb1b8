import type { IncomingMessage } from 'node:http';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Operation } from '#contract/operation.ts';
import { Refusal } from '../refusal.ts';

const mebibyte = 1024 * 1024;

/** Enables multipart bodies for the routes of this scope only. */
export async function allowUploads(scope: FastifyInstance): Promise<void> {
  // A second part is parsed only to refuse it; a third is not read.
  await scope.register(multipart, { limits: { files: 2, fields: 0, parts: 2, headerPairs: 20 } });
}

/** Concurrent uploads per caller and in total: files are buffered in memory. */
const ofCallerMax = 6;
const inAllMax = 100;
const retrySeconds = 5;

/** Limits concurrent uploads. */
export class UploadsUnderWay {
  readonly #ofCaller = new Map<string, number>();
  #count = 0;

  /** Throws `tooManyRequests` or `serverBusy` before any of the file is read. */
  async run<Result>(caller: string, upload: () => Promise<Result>): Promise<Result> {
    const own = this.#ofCaller.get(caller) ?? 0;
    if (own >= ofCallerMax) throw new Refusal('tooManyRequests', { seconds: retrySeconds });
    if (this.#count >= inAllMax) throw new Refusal('serverBusy');
    this.#ofCaller.set(caller, own + 1);
    this.#count += 1;
    try {
      return await upload();
    } finally {
      this.#count -= 1;
      const left = (this.#ofCaller.get(caller) ?? 1) - 1;
      if (left === 0) this.#ofCaller.delete(caller);
      else this.#ofCaller.set(caller, left);
    }
  }
}

/** The call's single file, complete and within the size limit; throws a refusal otherwise. */
export function readUpload(request: FastifyRequest, upload: NonNullable<Operation['upload']>): Promise<Buffer> {
  return Promise.race([readParts(request, upload), brokenOff(request.raw)]);
}

/** Rejects once the connection is gone before the whole request came: the parts would wait for the rest for ever. */
function brokenOff(request: IncomingMessage): Promise<never> {
  return new Promise((_, reject) => {
    const end = (): void => {
      if (!request.complete) reject(new Refusal('malformedRequest'));
    };
    if (request.destroyed) end();
    else request.once('close', end);
  });
}

async function readParts(
  request: FastifyRequest,
  { part, bytesMax }: NonNullable<Operation['upload']>,
): Promise<Buffer> {
  if (!request.isMultipart()) throw new Refusal('imageMissing');
  let found: Buffer | null = null;
  try {
    for await (const file of request.files({ limits: { fileSize: bytesMax } })) {
      if (found !== null || file.fieldname !== part) throw new Refusal('imageNotOne');
      found = await file.toBuffer();
    }
  } catch (error) {
    throw error instanceof Refusal ? error : refusalOf(error, bytesMax);
  }
  if (found === null || found.length === 0) throw new Refusal('imageMissing');
  return found;
}

/** Any other multipart error is a malformed body: a broken boundary, a missing end. */
function refusalOf(error: unknown, bytesMax: number): Refusal {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : null;
  switch (code) {
    case 'FST_REQ_FILE_TOO_LARGE':
      return new Refusal('imageTooLarge', { mebibytes: bytesMax / mebibyte });
    case 'FST_FILES_LIMIT':
    case 'FST_PARTS_LIMIT':
    case 'FST_FIELDS_LIMIT':
      return new Refusal('imageNotOne');
    default:
      return new Refusal('malformedRequest');
  }
}
