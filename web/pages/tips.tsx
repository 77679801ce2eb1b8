import type { ReactNode } from 'react';
import { ArticleList } from '#web/features/support/article-list.tsx';
import { Loaded } from '#web/features/support/loaded.tsx';
import { useTips } from '#web/features/support/queries.ts';
import { tipPicture } from '#web/features/support/tip-pictures.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { useGoBack } from '#web/platform/navigation/link.tsx';
import { useQueryParameter } from '#web/platform/navigation/navigation.tsx';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import { Screen } from '#web/ui/layout/screen.tsx';

export function TipsPage(): ReactNode {
  const t = useText();
  const wanted = useQueryParameter('id');
  return (
    <Screen title={t('support.tips')} onBack={useGoBack('/homeTab')}>
      <Loaded query={useTips()} heights={[104, 104, 104, 104, 104]}>
        {(tips) =>
          tips.length === 0 ? (
            <EmptyState icon="tips" title={t('support.noTips')} />
          ) : (
            <ArticleList articles={tips} wanted={wanted} picture={tipPicture} />
          )
        }
      </Loaded>
    </Screen>
  );
}
