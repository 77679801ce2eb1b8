import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Operation } from '#contract/operation.ts';
import { Refusal } from '../refusal.ts';

const mebibyte = 1024 * 1024;

/** Lets the routes of this scope, and no others, read multipart bodies. */
export async function allowUploads(scope: FastifyInstance): Promise<void> {
  // A second part is seen, so that it can be refused; a third is not even read.
  await scope.register(multipart, { limits: { files: 2, fields: 0, parts: 2, headerPairs: 20 } });
}

/** A file is held in memory while it comes in: so many of one member, and so many in all. */
const ofMemberMax = 6;
const inAllMax = 100;
const retrySeconds = 5;

/** Bounds the uploads that are under way at once. */
export class UploadsUnderWay {
  readonly #ofMember = new Map<bigint, number>();
  #count = 0;

  /** Throws `tooManyRequests` or `serverBusy` before anything of the file is read. */
  async run<Result>(memberId: bigint, upload: () => Promise<Result>): Promise<Result> {
    const own = this.#ofMember.get(memberId) ?? 0;
    if (own >= ofMemberMax) throw new Refusal('tooManyRequests', { seconds: retrySeconds });
    if (this.#count >= inAllMax) throw new Refusal('serverBusy');
    this.#ofMember.set(memberId, own + 1);
    this.#count += 1;
    try {
      return await upload();
    } finally {
      this.#count -= 1;
      const left = (this.#ofMember.get(memberId) ?? 1) - 1;
      if (left === 0) this.#ofMember.delete(memberId);
      else this.#ofMember.set(memberId, left);
    }
  }
}

/** The one file of the call, whole and within its bound. Throws the refusal of what came instead. */
export async function readUpload(
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

/** Whatever else goes wrong while a body is taken apart is the body's fault: a broken boundary, an end that never came. */
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
