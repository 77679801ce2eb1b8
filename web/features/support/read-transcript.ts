import { getChatTranscript } from '#contract/support.ts';
import type { ChatMessage } from '#contract/support-schemas.ts';
import { call } from '#web/platform/api/call.ts';

/** Reads a conversation part by part; `write` makes the text of each, so that no more than one is held as messages. */
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
    after = next;
  }
}
