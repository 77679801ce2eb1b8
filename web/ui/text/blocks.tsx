import type { ReactNode } from 'react';
import type { ContentBlock, TextRun } from '#contract/content-blocks.ts';
import { Go } from '#web/platform/navigation/link.tsx';
import styles from './blocks.module.css';

/** Renders stored content. Markup in it is shown as text. */
export function Blocks({ blocks }: { readonly blocks: readonly ContentBlock[] }): ReactNode {
  return (
    <div className={styles.blocks} data-words>
      {keyed(blocks).map(({ key, item }) => (
        <Block key={key} block={item} />
      ))}
    </div>
  );
}

function Block({ block }: { readonly block: ContentBlock }): ReactNode {
  switch (block.kind) {
    case 'heading':
      return (
        <h3 className={styles.heading}>
          <Runs runs={block.text} />
        </h3>
      );
    case 'paragraph':
      return (
        <p>
          <Runs runs={block.text} />
        </p>
      );
    case 'list':
      return (
        <ul className={styles.list}>
          <Items items={block.items} />
        </ul>
      );
    case 'steps':
      return (
        <ol className={styles.steps}>
          <Items items={block.items} />
        </ol>
      );
    case 'code':
      return (
        <pre className={styles.code}>
          <code>{block.lines.join('\n')}</code>
        </pre>
      );
    case 'link':
      return block.path.startsWith('/verify/') ? (
        <a href={block.path} download className={styles.link}>
          <Runs runs={block.text} />
        </a>
      ) : (
        <Go to={block.path} className={styles.link}>
          <Runs runs={block.text} />
        </Go>
      );
  }
}

function Items({ items }: { readonly items: readonly (readonly TextRun[])[] }): ReactNode {
  return keyed(items).map(({ key, item }) => (
    <li key={key}>
      <Runs runs={item} />
    </li>
  ));
}

/** Text with published rules' numbers, each labelled with its rule. */
export function Runs({ runs }: { readonly runs: readonly TextRun[] }): ReactNode {
  return keyed(runs).map(({ key, item: run }) =>
    typeof run === 'string' ? (
      run
    ) : (
      <span key={key} className={styles.figure} data-rule={run.rule}>
        {run.value}
      </span>
    ),
  );
}

/** Stored texts never change while shown, so the index is a stable key. */
function keyed<Item>(items: readonly Item[]): readonly { readonly key: string; readonly item: Item }[] {
  return items.map((item, place) => ({ key: String(place), item }));
}
