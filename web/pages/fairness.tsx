import type { ReactNode } from 'react';
import { FairnessView } from '#web/features/rounds/fairness-view.tsx';
import { RoundView } from '#web/features/rounds/round-view.tsx';
import { useText } from '#web/platform/i18n/text.ts';
import { useGoBack } from '#web/platform/navigation/link.tsx';
import { useQueryParameter } from '#web/platform/navigation/navigation.tsx';
import { useUsername } from '#web/platform/session/use-username.ts';
import { Screen } from '#web/ui/layout/screen.tsx';
import { usePublishedMarket } from './published-market.ts';

/** What was published of all rounds, and the replay of any: open to visitors. */
export function Page(): ReactNode {
  const t = useText();
  const round = useQueryParameter('round');
  const isMember = useUsername() !== null;
  const start = isMember ? '/jiaoyizhongxin' : '/login';
  const back = useGoBack(round === null ? start : '/fairness');
  const market = usePublishedMarket();
  return (
    <Screen title={t('rounds.fairness')} onBack={back}>
      {round === null ? (
        <FairnessView />
      ) : (
        <RoundView round={Number(round) || 0} listPath="/fairness" market={market} />
      )}
    </Screen>
  );
}
