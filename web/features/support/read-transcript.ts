import { getChatTranscript } from '#contract/support.ts';
import type { ChatMessage } from '#contract/support-schemas.ts';
import { call } from '#web/platform/api/call.ts';
import { ApiFailure } from '#web/platform/api/refusal.ts';

/** A hundred thousand messages. */
const partsMax = 200;

/** Reads a conversation part by part; `write` makes the text of each, so that no more than one is held as messages. Throws ApiFailure where the parts lead to no end. */
export async function readTranscript(
  conversation: number,
  write: (messages: readonly ChatMessage[]) => string,
): Promise<string[]> {
  const texts: string[] = [];
  let after: number | undefined;
  for (;;) {
    const { messages, next } = await call(getChatTranscript, { conversation, after });
    texts.push(write(messages));
    if (next === null) return texts;
    if (next <= (after ?? -1) || texts.length === partsMax) throw new ApiFailure('unreadable');
    after = next;
  }
}
