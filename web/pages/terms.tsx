import type { ReactNode } from 'react';
import { DocumentList } from '#web/features/content/document-list.tsx';
import { DocumentView } from '#web/features/content/document-view.tsx';
import { useText } from '#web/platform/i18n/text.ts';
import { useGoBack } from '#web/platform/navigation/link.tsx';
import { useQueryParameter } from '#web/platform/navigation/navigation.tsx';
import { Screen } from '#web/ui/layout/screen.tsx';

/** Terms and risk statement: all versions, or the one in the address. */
export function Page(): ReactNode {
  const t = useText();
  const id = useQueryParameter('id');
  const version = useQueryParameter('version');
  return (
    <Screen title={t('content.documents')} onBack={useGoBack(id === null ? '/homeTab' : '/auth')}>
      {id === null ? <DocumentList /> : <DocumentView key={id} id={id} version={version} />}
    </Screen>
  );
}
