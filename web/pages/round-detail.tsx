import { type ReactNode, useState } from 'react';
import { roundResultHash } from '#core/rewards/result-hash.ts';
import { OwnBets } from '#web/features/rounds/own-bets.tsx';
import { useListRounds } from '#web/features/rounds/queries.ts';
import { RoundView } from '#web/features/rounds/round-view.tsx';
import { AskAbout } from '#web/features/support/ask-about.tsx';
import { useReportVerification } from '#web/features/tasks/queries.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { useGoBack } from '#web/platform/navigation/link.tsx';
import { useQueryParameter } from '#web/platform/navigation/navigation.tsx';
import { Loaded } from '#web/ui/feedback/loaded.tsx';
import { Screen } from '#web/ui/layout/screen.tsx';
import { usePublishedMarket } from './published-market.ts';

/** A round with the member's bets on it; without a number in the address the newest that has ended. */
export function Page(): ReactNode {
  const t = useText();
  const named = useQueryParameter('round');
  return (
    <Screen title={t('rounds.detail')} onBack={useGoBack('/jiaoyizhongxin')}>
      {named === null ? <NewestRound /> : <OneRound round={Number(named) || 0} />}
    </Screen>
  );
}

/** The one that was the newest when the page was opened. */
function NewestRound(): ReactNode {
  const rounds = useListRounds();
  const [shown, setShown] = useState<number>();
  const newest = rounds.data?.pages[0]?.find(({ state }) => state === 'drawn' || state === 'void')?.id;
  if (shown === undefined && newest !== undefined) setShown(newest);
  return (
    <Loaded query={{ ...rounds, data: rounds.data && { round: shown ?? 0 } }} height={[120, 200, 260]} radius={14}>
      {({ round }) => <OneRound round={round} />}
    </Loaded>
  );
}

function OneRound({ round }: { readonly round: number }): ReactNode {
  const report = useReportVerification();
  const market = usePublishedMarket();
  return (
    <RoundView
      round={round}
      market={market}
      listPath="/jiaoyizhongxin"
      onReplayed={({ id, digest, seed }, { differences, replay }) => {
        if (differences.length > 0 || digest === null || seed === null || !replay?.result) return;
        report({ round: id, computed: roundResultHash({ round: id, digest, seed, ...replay.result }) });
      }}
      bets={(detail) => <OwnBets round={detail} links={(order) => <AskAbout pin={{ kind: 'order', id: order }} />} />}
    />
  );
}
