import { type ReactNode, useEffect, useRef } from 'react';
import type { Article } from '#contract/content-blocks.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { Icon, type IconName } from '#web/ui/picture/icon.tsx';
import { Blocks } from '#web/ui/text/blocks.tsx';
import styles from './article-list.module.css';

interface ArticleListProps {
  readonly articles: readonly Article[];
  /** Id of the text to scroll to. */
  readonly wanted: string | null;
  /** The image before a title, by the text's id. */
  readonly picture?: (id: string) => IconName;
}

/** A list of short texts in full. */
export function ArticleList({ articles, wanted, picture }: ArticleListProps): ReactNode {
  const target = useRef<HTMLDivElement>(null);
  // Newer browsers return a promise from it, which an effect must not return.
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls again when another id is requested.
  useEffect(() => {
    target.current?.scrollIntoView({ block: 'start' });
  }, [wanted]);
  return articles.map(({ id, title, blocks }) => (
    <div key={id} ref={id === wanted ? target : undefined} className={styles.article} data-words>
      <Card title={picture === undefined ? title : <Pictured icon={picture(id)}>{title}</Pictured>}>
        <Blocks blocks={blocks} />
      </Card>
    </div>
  ));
}

function Pictured({ icon, children }: { readonly icon: IconName; readonly children: ReactNode }): ReactNode {
  return (
    <span className={styles.pictured}>
      <span className={styles.picture}>
        <Icon name={icon} size={18} />
      </span>
      {children}
    </span>
  );
}
