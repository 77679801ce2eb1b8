import type { ReactNode } from 'react';
import { HelpArticle } from '#web/features/content/help-article.tsx';
import { HelpList } from '#web/features/content/help-list.tsx';
import { RuleArticle } from '#web/features/content/rule-article.tsx';
import { HelpReading } from '#web/features/tasks/help-reading.tsx';
import { useText } from '#web/platform/i18n/text.ts';
import { useGoBack } from '#web/platform/navigation/link.tsx';
import { useQueryParameter } from '#web/platform/navigation/navigation.tsx';
import { useUsername } from '#web/platform/session/use-username.ts';
import { Screen } from '#web/ui/layout/screen.tsx';

/** The help center: all texts, or the one in the address; the rules as well, for those without an account. */
export function Page(): ReactNode {
  const t = useText();
  const username = useUsername();
  const id = useQueryParameter('id');
  const rule = useQueryParameter('rule');
  const isList = id === null && rule === null;
  return (
    <Screen title={t('assets.helpCenter')} onBack={useGoBack(isList ? '/homeTab' : '/faq')}>
      {rule !== null ? (
        <RuleArticle id={rule} />
      ) : id === null ? (
        <HelpList hasAccount={username !== null} />
      ) : (
        <HelpArticle key={id} id={id} />
      )}
      {id !== null && username !== null && <HelpReading key={`reading ${id}`} id={id} />}
    </Screen>
  );
}
