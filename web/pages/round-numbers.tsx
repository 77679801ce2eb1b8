import type { ReactNode } from 'react';
import { useListResults } from '#web/features/rounds/queries.ts';
import { RoundsMenu } from '#web/features/rounds/rounds-menu.tsx';
import { TrendsView } from '#web/features/rounds/trends-view.tsx';
import { useText } from '#web/platform/i18n/text.ts';
import { useGoBack } from '#web/platform/navigation/link.tsx';
import { Loaded } from '#web/ui/feedback/loaded.tsx';
import { Screen } from '#web/ui/layout/screen.tsx';

/** Numbers and trends of the last rounds. */
export function Page(): ReactNode {
  const t = useText();
  const results = useListResults();
  return (
    <Screen title={t('rounds.numbers')} onBack={useGoBack('/jiaoyizhongxin')}>
      <Loaded query={results} height={[44, 380, 300]} radius={14}>
        {(rows) => <TrendsView results={rows} />}
      </Loaded>
      <RoundsMenu here="/haoma" />
    </Screen>
  );
}
