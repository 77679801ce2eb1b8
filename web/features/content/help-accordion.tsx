import { type ReactNode, useId, useState } from 'react';
import { useText } from '#web/platform/i18n/text.ts';
import { Go } from '#web/platform/navigation/link.tsx';
import { Loaded } from '#web/ui/feedback/loaded.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Icon } from '#web/ui/picture/icon.tsx';
import { classNames } from '#web/ui/style/class-names.ts';
import { Blocks } from '#web/ui/text/blocks.tsx';
import styles from './help-accordion.module.css';
import { useGetHelp, useListHelp } from './queries.ts';

const entryCount = 4;

/** The first four help texts as an accordion. */
export function HelpAccordion(): ReactNode {
  const t = useText();
  const list = useListHelp('');
  const [open, setOpen] = useState<string | null>(null);
  return (
    <Card title={t('content.faq')}>
      <Loaded query={list} height={[49, 49, 49, 49]} radius={14}>
        {(entries) => (
          <ul>
            {entries.slice(0, entryCount).map(({ id, title }) => (
              <li key={id} className={styles.entry}>
                <Entry
                  id={id}
                  title={title}
                  open={open === id}
                  onToggle={() => setOpen((before) => (before === id ? null : id))}
                />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      <Go to="/faq" className={styles.all}>
        {t('content.allHelp')}
      </Go>
    </Card>
  );
}

interface EntryProps {
  readonly id: string;
  readonly title: string;
  readonly open: boolean;
  readonly onToggle: () => void;
}

function Entry({ id, title, open, onToggle }: EntryProps): ReactNode {
  const panelId = useId();
  const help = useGetHelp(open ? id : null);
  return (
    <>
      <h3>
        <button
          type="button"
          className={styles.question}
          aria-expanded={open}
          aria-controls={open ? panelId : undefined}
          onClick={onToggle}
        >
          <span>{title}</span>
          <Icon name="down" size={16} className={classNames(styles.arrow, open && styles.turned)} />
        </button>
      </h3>
      {open ? (
        <div id={panelId} className={styles.answer}>
          <Loaded query={help} height={120} radius={14}>
            {({ blocks }) => <Blocks blocks={blocks} />}
          </Loaded>
        </div>
      ) : null}
    </>
  );
}
