import type { ReactNode } from 'react';
import { LevelsTable } from '#web/features/plans/levels-table.tsx';
import { ArticleList } from '#web/features/support/article-list.tsx';
import { Loaded } from '#web/features/support/loaded.tsx';
import { useRules } from '#web/features/support/queries.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { useGoBack } from '#web/platform/navigation/link.tsx';
import { useQueryParameter } from '#web/platform/navigation/navigation.tsx';
import { Screen } from '#web/ui/screen.tsx';

/** The rules that plans settle by: the levels as this member meets them, then every rule in plain words. */
export function RulesPage(): ReactNode {
  const t = useText();
  const wanted = useQueryParameter('id');
  return (
    <Screen title={t('support.rules')} onBack={useGoBack('/homeTab')}>
      <LevelsTable />
      <Loaded query={useRules()} heights={[420, 220, 220, 420]}>
        {(rules) => <ArticleList articles={rules} wanted={wanted} />}
      </Loaded>
    </Screen>
  );
}
