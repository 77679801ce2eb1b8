import type { ReactNode } from 'react';
import { Giving, GivingLanguage } from '#web/features/donations/giving.tsx';
import { useGivingText } from '#web/features/donations/use-giving-text.ts';
import { useGoBack } from '#web/platform/navigation/link.tsx';
import { Screen } from '#web/ui/layout/screen.tsx';

export function Page(): ReactNode {
  return (
    <GivingLanguage>
      <Screen title={useGivingText()('boosting')} onBack={useGoBack('/singing')} overTabBar>
        <Giving withSampleTotals={true} other="singing" />
      </Screen>
    </GivingLanguage>
  );
}
