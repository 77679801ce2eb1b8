import type { ReactNode } from 'react';
import { ExclusionNotice } from '#web/features/limits/exclusion-notice.tsx';
import { LimitsReminder } from '#web/features/limits/limits-reminder.tsx';
import { useGetMarketStatus } from '#web/features/market/queries/market.ts';
import { useGetQuota } from '#web/features/plans/queries/offer.ts';
import { BetSlip } from '#web/features/rounds/bet-slip.tsx';
import { useListCategories, useListRounds } from '#web/features/rounds/queries.ts';
import { RoundsMenu } from '#web/features/rounds/rounds-entry.tsx';
import { RunningRound } from '#web/features/rounds/running-round.tsx';
import { useText } from '#web/platform/i18n/text.ts';
import { useGoBack } from '#web/platform/navigation/link.tsx';
import { Loaded } from '#web/ui/feedback/loaded.tsx';
import { Note } from '#web/ui/feedback/note.tsx';
import { RuleValue } from '#web/ui/figure/rule-value.tsx';
import { Screen } from '#web/ui/layout/screen.tsx';

/** The bet slip of the running round. What the odds mean stands above it. */
export function Page(): ReactNode {
  const t = useText();
  const clock = useGetMarketStatus();
  const rounds = useListRounds();
  const categories = useListCategories();
  const available = useGetQuota().data?.available;
  const running = rounds.data?.pages[0]?.[0];
  return (
    <Screen title={t('rounds.game')} onBack={useGoBack('/jiaoyizhongxin')}>
      <Loaded query={{ ...rounds, data: clock.data && running }} height={96} radius={14}>
        {(round) => <RunningRound round={round} small />}
      </Loaded>
      <ExclusionNotice />
      <Note title={t('rounds.oddsTitle')}>
        <RuleValue rule="round">{t('rounds.oddsText')}</RuleValue>
      </Note>
      <Loaded query={categories} height={[360, 220]} radius={14}>
        {(offers) =>
          running && (
            <BetSlip
              round={running}
              offers={offers}
              available={available}
              warnings={(worst) => <LimitsReminder worst={worst} />}
            />
          )
        }
      </Loaded>
      <RoundsMenu here="/game" />
    </Screen>
  );
}
