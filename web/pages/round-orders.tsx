import type { ReactNode } from 'react';
import { FollowList } from '#web/features/rounds/follow-list.tsx';
import { OrderList } from '#web/features/rounds/order-list.tsx';
import { RoundsMenu } from '#web/features/rounds/rounds-menu.tsx';
import { RunningRound } from '#web/features/rounds/running-round.tsx';
import { useText } from '#web/platform/i18n/text.ts';
import { useGoBack } from '#web/platform/navigation/link.tsx';
import { useQueryParameter } from '#web/platform/navigation/navigation.tsx';
import { Loaded } from '#web/ui/feedback/loaded.tsx';
import { Screen } from '#web/ui/layout/screen.tsx';
import { useRunningRound } from './running-round-query.ts';

/** The member's bets and follows. */
export function Page(): ReactNode {
  const t = useText();
  const { query } = useRunningRound();
  return (
    <Screen title={t('rounds.myBets')} onBack={useGoBack('/jiaoyizhongxin')}>
      <Loaded query={query} height={96} radius={14}>
        {(running) => <RunningRound round={running} small />}
      </Loaded>
      <FollowList />
      <OrderList only={useQueryParameter('order')} />
      <RoundsMenu here="/myOrderInfo" />
    </Screen>
  );
}
