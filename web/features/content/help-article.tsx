import type { ReactNode } from 'react';
import { articleIdPattern } from '#contract/content.ts';
import { refusalCode } from '#web/platform/api/refusal.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { useGo } from '#web/platform/navigation/link.tsx';
import { Loaded } from '#web/ui/feedback/loaded.tsx';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Blocks } from '#web/ui/text/blocks.tsx';
import { Dated } from './dated.tsx';
import { useGetHelp } from './queries.ts';

/** One help text. An unknown id redirects to the list. */
export function HelpArticle({ id }: { readonly id: string }): ReactNode {
  const t = useText();
  const format = useFormat();
  const go = useGo();
  const isReadable = articleIdPattern.test(id);
  const help = useGetHelp(isReadable ? id : null);
  if (!isReadable || refusalCode(help.error) === 'helpUnknown') {
    return (
      <EmptyState
        icon="help"
        title={t('content.helpUnknown')}
        action={{ label: t('content.allHelp'), onPress: () => go('/faq', { replace: true }) }}
      >
        {t('content.helpUnknownText')}
      </EmptyState>
    );
  }
  return (
    <Loaded query={help} height={420} radius={14}>
      {({ title, blocks, updatedAt }) => (
        <div data-words>
          <Card title={title}>
            <Blocks blocks={blocks} />
            <Dated>{t('content.updated', { date: format.dayTime(updatedAt) })}</Dated>
          </Card>
        </div>
      )}
    </Loaded>
  );
}
