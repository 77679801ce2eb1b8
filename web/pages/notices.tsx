import type { ReactNode } from 'react';
import { NoticeList } from '#web/features/content/notice-list.tsx';
import { useText } from '#web/platform/i18n/text.ts';
import { useGoBack } from '#web/platform/navigation/link.tsx';
import { useQueryParameter } from '#web/platform/navigation/navigation.tsx';
import { Screen } from '#web/ui/layout/screen.tsx';

export function Page(): ReactNode {
  const t = useText();
  const wanted = useQueryParameter('id');
  return (
    <Screen title={t('content.notices')} onBack={useGoBack('/homeTab')}>
      <NoticeList key={wanted} wanted={wanted} />
    </Screen>
  );
}
