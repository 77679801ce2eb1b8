import { type ChatMessage, type PinKind, pinKinds } from '#contract/support-schemas.ts';

type Pin = NonNullable<ChatMessage['pin']>;

/** The page that shows a member’s own object. */
export function pathOfPin({ kind, id }: Pin): string {
  const paths: Readonly<Record<PinKind, string>> = {
    plan: `/ordersDetail?id=${id}`,
    deposit: `/depositSuccess?deposit=${id}`,
    withdrawal: `/withdrawSuccess?withdrawal=${id}`,
    holding: `/touzijilu?holding=${id}`,
    order: `/myOrderInfo?order=${id}`,
  };
  return paths[kind];
}

/** The chat, with an object to be pinned to the next message. */
export const askPath = ({ kind, id }: Pin): string => `/service?about=${kind}.${id}`;

/** What the address of the chat pins; null for none, or for what cannot be pinned. */
export function pinOfAddress(about: string | null): Pin | null {
  const [name, id = ''] = (about ?? '').split('.');
  const kind = pinKinds.find((each) => each === name);
  return kind !== undefined && /^[0-9A-Z]{16}$/.test(id) ? { kind, id } : null;
}
