import type { ReactNode } from 'react';
import { useGetMarketStatus } from '#web/features/market/queries/market.ts';
import { useListRounds } from '#web/features/rounds/queries.ts';
import { RoundList } from '#web/features/rounds/round-list.tsx';
import { RoundsMenu } from '#web/features/rounds/rounds-entry.tsx';
import { RunningRound } from '#web/features/rounds/running-round.tsx';
import { useText } from '#web/platform/i18n/text.ts';
import { useGo, useGoBack } from '#web/platform/navigation/link.tsx';
import { Skeleton } from '#web/ui/feedback/states.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { Screen } from '#web/ui/layout/screen.tsx';

/** The transaction center: the running round, the way to the other pages of rounds, and the rounds before. */
export function Page(): ReactNode {
  const t = useText();
  const go = useGo();
  // Keeps the product clock, which the countdown reads.
  const clock = useGetMarketStatus();
  const rounds = useListRounds();
  const running = rounds.data?.pages[0]?.[0];
  return (
    <Screen title={t('rounds.center')} onBack={useGoBack('/wallet')}>
      {running && clock.data ? (
        <RunningRound round={running}>
          <Button onClick={() => go('/game')}>{t('rounds.game')}</Button>
        </RunningRound>
      ) : rounds.error ? null : (
        <Skeleton height={146} radius={14} />
      )}
      <RoundsMenu here="/game" />
      <RoundList list={rounds} />
    </Screen>
  );
}
