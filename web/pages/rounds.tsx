import type { ReactNode } from 'react';
import { RoundList } from '#web/features/rounds/round-list.tsx';
import { RoundsMenu } from '#web/features/rounds/rounds-menu.tsx';
import { RunningRound } from '#web/features/rounds/running-round.tsx';
import { useText } from '#web/platform/i18n/text.ts';
import { useGo, useGoBack } from '#web/platform/navigation/link.tsx';
import { Loaded } from '#web/ui/feedback/loaded.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { Screen } from '#web/ui/layout/screen.tsx';
import { useRunningRound } from './running-round-query.ts';

/** The transaction center: the running round, the way to the other pages of rounds, and the rounds before. */
export function Page(): ReactNode {
  const t = useText();
  const go = useGo();
  const { rounds, query } = useRunningRound();
  return (
    <Screen title={t('rounds.center')} onBack={useGoBack('/wallet')}>
      <Loaded query={query} height={146} radius={14}>
        {(running) => (
          <RunningRound round={running}>
            <Button onClick={() => go('/game')}>{t('rounds.game')}</Button>
          </RunningRound>
        )}
      </Loaded>
      <RoundsMenu here="/game" />
      <RoundList list={rounds} />
    </Screen>
  );
}
