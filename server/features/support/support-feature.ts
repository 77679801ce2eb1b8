import type pg from 'pg';
import { permissions } from '#contract/roles.ts';
import { chatImagePath } from '#contract/support-inbox.ts';
import type { Feature } from '#server/platform/feature.ts';
import type { MemberNumbers } from '#server/platform/member-number.ts';
import { type ChatEventDependencies, openChatEvents } from './chat-events.ts';
import { countUnread } from './chat-store.ts';
import type { ReadObject } from './open-pinned-object.ts';
import { recordView } from './read-conversation.ts';
import { supportRoutes } from './routes.ts';
import type { SentImages } from './send-chat-image.ts';
import type { SendDependencies } from './send-message.ts';

export interface SupportDependencies
  extends Pick<ChatEventDependencies, 'memberEvents' | 'operatorEvents'>,
    Pick<SendDependencies, 'suggestHelp'> {
  readonly pool: pg.Pool;
  readonly memberNumbers: MemberNumbers;
  readonly images: SendDependencies['images'] & {
    /** A member's image; null where the member has none of that id. */
    read(memberId: bigint, id: string): Promise<Buffer | null>;
  } & SentImages;
  readonly readObject: ReadObject;
}

export interface SupportFeature extends Feature {
  /** How many messages of customer service the member has not read. */
  unreadMessages(memberId: bigint): Promise<number>;
}

/** Chat between members and customer service. */
export function openSupport(dependencies: SupportDependencies): SupportFeature {
  const { pool, images, readObject, memberNumbers } = dependencies;
  const events = openChatEvents({ ...dependencies, numberOf: memberNumbers.numberOf });
  const ownsObject: SendDependencies['ownsObject'] = async (...object) => (await readObject(...object)) !== null;
  return {
    unreadMessages: (memberId) => countUnread(pool, memberId),
    bindings: supportRoutes({ ...dependencies, sentImages: images, events, ownsObject }),
    files: [
      {
        path: chatImagePath,
        roles: permissions.answerChat,
        async readAsOperator(operator, name) {
          const [number = '', image = ''] = name.split('-');
          const memberId = memberNumbers.idOf(number);
          const isSent = memberId !== null && (await isImageOfChat(pool, memberId, image));
          const bytes = isSent ? await images.read(memberId, image) : null;
          if (bytes && memberId !== null) await recordView({ pool }, operator, memberId);
          return bytes && { type: 'image/webp', bytes };
        },
      },
    ],
  };
}

/** Of a member's images operators of the chat see those of its messages alone. */
async function isImageOfChat(pool: pg.Pool, memberId: bigint, image: string): Promise<boolean> {
  const { rows } = await pool.query({
    name: 'image of a chat',
    text: 'select 1 from support_message where member_id = $1 and image_id = $2 limit 1',
    values: [memberId, image],
  });
  return rows.length > 0;
}
