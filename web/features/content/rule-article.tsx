import type { ReactNode } from 'react';
import { useText } from '#web/platform/i18n/text.ts';
import { useGo } from '#web/platform/navigation/link.tsx';
import { Loaded } from '#web/ui/feedback/loaded.tsx';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import { ArticleList } from './article-list.tsx';
import { useListRules } from './queries.ts';

/** One text of the rule page, which is the members' own: the text is everybody's. */
export function RuleArticle({ id }: { readonly id: string }): ReactNode {
  const t = useText();
  const go = useGo();
  return (
    <Loaded query={useListRules()} height={420} radius={14}>
      {(rules) => {
        const found = rules.filter((rule) => rule.id === id);
        if (found.length > 0) return <ArticleList articles={found} wanted={null} />;
        return (
          <EmptyState
            icon="help"
            title={t('content.helpUnknown')}
            action={{ label: t('content.allHelp'), onPress: () => go('/faq', { replace: true }) }}
          >
            {t('content.helpUnknownText')}
          </EmptyState>
        );
      }}
    </Loaded>
  );
}
