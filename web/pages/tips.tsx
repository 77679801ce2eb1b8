import type { ReactNode } from 'react';
import { ArticleList } from '#web/features/content/article-list.tsx';
import { useListTips } from '#web/features/content/queries.ts';
import { tipPicture } from '#web/features/content/tip-pictures.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { useGoBack } from '#web/platform/navigation/link.tsx';
import { useQueryParameter } from '#web/platform/navigation/navigation.tsx';
import { Loaded } from '#web/ui/feedback/loaded.tsx';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import { Screen } from '#web/ui/layout/screen.tsx';

export function Page(): ReactNode {
  const t = useText();
  const wanted = useQueryParameter('id');
  return (
    <Screen title={t('assets.tips')} onBack={useGoBack('/homeTab')}>
      <Loaded query={useListTips()} height={[104, 104, 104, 104, 104]} radius={14}>
        {(tips) =>
          tips.length === 0 ? (
            <EmptyState icon="tips" title={t('content.noTips')} />
          ) : (
            <ArticleList articles={tips} wanted={wanted} picture={tipPicture} />
          )
        }
      </Loaded>
    </Screen>
  );
}
