import type { ReactNode } from 'react';
import { ArticleList } from '#web/features/content/article-list.tsx';
import { useListRules } from '#web/features/content/queries.ts';
import { useFirstCoin } from '#web/features/market/queries/market.ts';
import { LevelsTable } from '#web/features/plans/levels-table.tsx';
import { ComingLevels } from '#web/features/weight/coming-levels.tsx';
import { EarningTable } from '#web/features/weight/earning-table.tsx';
import { EntryList } from '#web/features/weight/entry-list.tsx';
import { WeightLadder } from '#web/features/weight/weight-ladder.tsx';
import { useText } from '#web/platform/i18n/text.ts';
import { useGoBack } from '#web/platform/navigation/link.tsx';
import { useQueryParameter } from '#web/platform/navigation/navigation.tsx';
import { Loaded } from '#web/ui/feedback/loaded.tsx';
import { Screen } from '#web/ui/layout/screen.tsx';

/** The weight score with the member's entries, the levels, then every rule of settlement in plain words. */
export function Page(): ReactNode {
  const t = useText();
  const wanted = useQueryParameter('id');
  return (
    <Screen title={t('assets.rules')} onBack={useGoBack('/homeTab')}>
      <WeightLadder />
      <EarningTable />
      <EntryList />
      <LevelsTable coin={useFirstCoin()} />
      <ComingLevels />
      <Loaded query={useListRules()} height={[420, 220, 220, 420]} radius={14}>
        {(rules) => <ArticleList articles={rules} wanted={wanted} />}
      </Loaded>
    </Screen>
  );
}
