import type { ReactNode } from 'react';
import { useGetMarketStatus } from '#web/features/market/queries/market.ts';
import { FollowList } from '#web/features/rounds/follow-list.tsx';
import { OrderList } from '#web/features/rounds/order-list.tsx';
import { useListRounds } from '#web/features/rounds/queries.ts';
import { RoundsMenu } from '#web/features/rounds/rounds-entry.tsx';
import { RunningRound } from '#web/features/rounds/running-round.tsx';
import { useText } from '#web/platform/i18n/text.ts';
import { useGoBack } from '#web/platform/navigation/link.tsx';
import { useQueryParameter } from '#web/platform/navigation/navigation.tsx';
import { Screen } from '#web/ui/layout/screen.tsx';

/** The member's bets and follows. */
export function Page(): ReactNode {
  const t = useText();
  const clock = useGetMarketStatus();
  const running = useListRounds().data?.pages[0]?.[0];
  return (
    <Screen title={t('rounds.myBets')} onBack={useGoBack('/jiaoyizhongxin')}>
      {running && clock.data && <RunningRound round={running} small />}
      <FollowList />
      <OrderList only={useQueryParameter('order')} />
      <RoundsMenu here="/myOrderInfo" />
    </Screen>
  );
}
