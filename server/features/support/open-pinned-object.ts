import type { InputOf, OutputOf } from '#contract/operation.ts';
import type { openPinnedObject as operation } from '#contract/support-inbox.ts';
import type { PinKind, PinnedObject } from '#contract/support-schemas.ts';
import type { ActingOperator } from '#server/platform/operators/operator-acts.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { type InboxDependencies, memberOf, requireChat } from './inbox.ts';
import { readMessage } from './message-store.ts';
import { recordView } from './read-conversation.ts';

/** Reads a member's own object, or null. */
export type ReadObject = (memberId: bigint, kind: PinKind, id: string) => Promise<PinnedObject | null>;

/** What the member pinned to a message, as it stands now: of the member's records an operator of the chat sees these alone. */
export async function openPinnedObject(
  dependencies: InboxDependencies & { readonly readObject: ReadObject },
  by: ActingOperator,
  { member, position }: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const { pool, readObject } = dependencies;
  const memberId = memberOf(dependencies, member);
  await requireChat(pool, memberId);
  const { pin } = await readMessage(pool, memberId, position);
  const found = pin && (await readObject(memberId, pin.kind, pin.id));
  if (found === null) throw new Refusal('messageUnknown');
  await recordView(dependencies, by, memberId);
  return found;
}
