import { ownDataPath } from '#contract/own-data.ts';
import { ApiFailure } from '#web/platform/api/refusal.ts';
import { apiBase } from '#web/platform/api/request.ts';

/** How long the file may be, in bytes: thousands of images, and years of records beside them. */
const ownDataBytesMax = 1_000_000_000;

/** Fetches the file that a ticket allows. Browsers keep what has come of it outside of the page. Throws an ApiFailure. */
export async function fetchOwnData(ticket: string, bytesMax: number = ownDataBytesMax): Promise<Blob> {
  let bytes = 0;
  const bounded = new TransformStream<Uint8Array, Uint8Array>({
    transform(part, controller) {
      bytes += part.length;
      if (bytes > bytesMax) controller.error(new ApiFailure('tooLong'));
      else controller.enqueue(part);
    },
  });
  try {
    const { ok, body, headers } = await fetch(apiBase + ownDataPath.replace('{ticket}', ticket));
    if (!ok || body === null) throw new ApiFailure('unreadable');
    const type = headers.get('content-type') ?? '';
    return await new Response(body.pipeThrough(bounded), { headers: { 'content-type': type } }).blob();
  } catch (error) {
    if (error instanceof ApiFailure) throw error;
    throw new ApiFailure(bytes > bytesMax ? 'tooLong' : 'unreachable', error);
  }
}
