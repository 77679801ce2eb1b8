import type { MemberEvents } from '#server/platform/events/member-events.ts';
import type { OperatorEvents } from '#server/platform/operators/operator-events.ts';

/** Says to the pages of the member and to the operators that a chat changed: both read it again. */
export interface ChatEvents {
  publish(memberId: bigint): Promise<void>;
}

export interface ChatEventDependencies {
  readonly memberEvents: Pick<MemberEvents, 'publish'>;
  readonly operatorEvents: Pick<OperatorEvents, 'publish'>;
  readonly numberOf: (memberId: bigint) => string;
}

export function openChatEvents({ memberEvents, operatorEvents, numberOf }: ChatEventDependencies): ChatEvents {
  return {
    async publish(memberId) {
      const toMember = memberEvents.publish(memberId, { name: 'chat', value: {} });
      await Promise.all([toMember, operatorEvents.publish({ subject: 'conversations', id: numberOf(memberId) })]);
    },
  };
}
