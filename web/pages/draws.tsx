import type { ReactNode } from 'react';
import { DrawHub } from '#web/features/draws/draw-hub.tsx';
import { DrawProof } from '#web/features/draws/draw-proof.tsx';
import { ExclusionNotice } from '#web/features/limits/exclusion-notice.tsx';
import { useText } from '#web/platform/i18n/text.ts';
import { useGoBack } from '#web/platform/navigation/link.tsx';
import { useQueryParameter } from '#web/platform/navigation/navigation.tsx';
import { PaperLine } from '#web/ui/figure/paper-line.tsx';
import { Screen } from '#web/ui/layout/screen.tsx';
import { EntryCard } from './entry-card.tsx';

/** The draws hub: the daily draw and the way to the rounds; with `draw` one draw and its proof. */
export function Page(): ReactNode {
  const t = useText();
  const draw = useQueryParameter('draw');
  const back = useGoBack(draw === null ? '/homeTab' : '/tab2');
  return (
    <Screen title={t('draws.title')} onBack={back} overTabBar>
      {draw === null ? (
        <>
          <DrawHub notice={<ExclusionNotice />} />
          <EntryCard icon="orders" title={t('rounds.center')} note={t('rounds.entryText')} to="/jiaoyizhongxin" />
          <PaperLine />
        </>
      ) : (
        <DrawProof id={draw} />
      )}
    </Screen>
  );
}
