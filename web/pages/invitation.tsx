import { type ReactNode, useRef } from 'react';
import { InviteCard } from '#web/features/invitations/invite-card.tsx';
import { RewardTable } from '#web/features/invitations/reward-table.tsx';
import { SeenByCard } from '#web/features/invitations/seen-by-card.tsx';
import { TeamCard } from '#web/features/invitations/team-card.tsx';
import { useText } from '#web/platform/i18n/text.ts';
import { useGoBack } from '#web/platform/navigation/link.tsx';
import { Screen } from '#web/ui/layout/screen.tsx';
import { wantsLessMotion } from '#web/ui/motion/motion.ts';

/** The member's own invitation, the team, the rules of its points, and who sees the member. */
export function Page(): ReactNode {
  const t = useText();
  const link = useRef<HTMLDivElement>(null);
  const toLink = () =>
    link.current?.scrollIntoView({ behavior: wantsLessMotion() ? 'auto' : 'smooth', block: 'start' });
  return (
    <Screen title={t('assets.invitation')} onBack={useGoBack('/tab4')}>
      <div ref={link}>
        <InviteCard />
      </div>
      <TeamCard onInvite={toLink} />
      <RewardTable />
      <SeenByCard />
    </Screen>
  );
}
