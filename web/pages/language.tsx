import type { ReactNode } from 'react';
import { LanguageList } from '#web/features/preferences/language-list.tsx';
import { useText } from '#web/platform/i18n/text.ts';
import { useGoBack } from '#web/platform/navigation/link.tsx';
import { Note } from '#web/ui/feedback/note.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Screen } from '#web/ui/layout/screen.tsx';

export function Page(): ReactNode {
  const t = useText();
  return (
    <Screen title={t('shell.language')} onBack={useGoBack('/shezhi')}>
      <Card>
        <LanguageList />
      </Card>
      <Note>{t('settings.languageNote')}</Note>
    </Screen>
  );
}
