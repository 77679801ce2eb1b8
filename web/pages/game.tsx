import type { ReactNode } from 'react';
import { ExclusionNotice } from '#web/features/limits/exclusion-notice.tsx';
import { LimitsReminder } from '#web/features/limits/limits-reminder.tsx';
import { useGetQuota } from '#web/features/plans/queries/offer.ts';
import { BetSlip } from '#web/features/rounds/bet-slip.tsx';
import { useListCategories } from '#web/features/rounds/queries.ts';
import { RoundsMenu } from '#web/features/rounds/rounds-menu.tsx';
import { RunningRound } from '#web/features/rounds/running-round.tsx';
import { useText } from '#web/platform/i18n/text.ts';
import { useGoBack } from '#web/platform/navigation/link.tsx';
import { Loaded } from '#web/ui/feedback/loaded.tsx';
import { Note } from '#web/ui/feedback/note.tsx';
import { RuleValue } from '#web/ui/figure/rule-value.tsx';
import { Screen } from '#web/ui/layout/screen.tsx';
import { useRunningRound } from './running-round-query.ts';

/** The bet slip of the running round. What the odds mean stands above it. */
export function Page(): ReactNode {
  const t = useText();
  const { running, query } = useRunningRound();
  const categories = useListCategories();
  const available = useGetQuota().data?.available;
  return (
    <Screen title={t('rounds.game')} onBack={useGoBack('/jiaoyizhongxin')}>
      <Loaded query={query} height={96} radius={14}>
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
